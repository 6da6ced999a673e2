import { type Block, miniPages, PAGE_WIDTH } from './mini-page-blocks.ts'

/** How much of the page is in view, in the page's own units. */
const VIEW_HEIGHT = 106

type Props = { kinds: readonly string[] /** The public page's name. */; page: string }

/** A public page in small, scrolled to the part where these kinds of content stand, which is lit. */
export function MiniPage({ kinds, page }: Props) {
  const blocks = placed(miniPages[page] ?? [])
  const lit = blocks.find(({ block }) => block.kinds.some((kind) => kinds.includes(kind)))
  const height = blocks.at(-1)?.bottom ?? 0
  if (!lit) return null
  const middle = lit.bottom - lit.block.height / 2
  const top = Math.max(0, Math.min(middle - VIEW_HEIGHT / 2, height - VIEW_HEIGHT))
  return (
    <svg
      viewBox={`0 ${top} ${PAGE_WIDTH} ${Math.min(VIEW_HEIGHT, height)}`}
      className="block h-auto w-20 flex-none border border-rule bg-white"
      aria-hidden
    >
      {blocks.map(({ block, bottom }) => (
        <Drawn key={bottom} block={block} y={bottom - block.height} isLit={block === lit.block} />
      ))}
    </svg>
  )
}

function Drawn({ block: { height, rects, isDark }, y, isLit }: { block: Block; y: number; isLit: boolean }) {
  const ground = isDark ? (isLit ? 'fill-pine' : 'fill-survey/60') : isLit ? 'fill-mint' : 'fill-white'
  const ink = isDark ? 'fill-white' : isLit ? 'fill-pine' : 'fill-rule'
  return (
    <g transform={`translate(0 ${y})`}>
      <rect width={PAGE_WIDTH} height={height} className={ground} />
      {rects.map(([x, top, width, tall]) => (
        <rect key={`${x} ${top}`} x={x} y={top} width={width} height={tall} className={ink} />
      ))}
      {isLit && <path d={`M0 0.4h${PAGE_WIDTH}M0 ${height - 0.4}h${PAGE_WIDTH}`} className="stroke-pine" strokeWidth={0.8} />}
    </g>
  )
}

function placed(blocks: readonly Block[]): { block: Block; bottom: number }[] {
  let bottom = 0
  return blocks.map((block) => {
    bottom += block.height
    return { block, bottom }
  })
}
