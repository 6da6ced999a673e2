import { type ContentKind, isShownOn } from '../../../../contract/grammar/content-kind.ts'
import { publicPages } from '../../../../contract/grammar/public-pages.ts'
import { isOn, type Miniature, PAGE_WIDTH } from '../../../public/public-section.tsx'
import { outlines } from '../../../public/sections/all-outlines.ts'

/** How much of the page is in view, in the page's own units. */
const VIEW_HEIGHT = 106

/** The heading of a page, where none of its parts has it. */
const HEADING: Miniature = {
  height: 16,
  rects: [
    [6, 4, 34, 3],
    [6, 10, 22, 2],
  ],
}

type Block = { miniature: Miniature; kinds: readonly ContentKind[] }

/** The first page that shows these kinds of content, in small and scrolled to the part where they stand, which is lit. */
export function MiniPage({ kinds }: { kinds: readonly ContentKind[] }) {
  const blocks = placed(blocksOf(kinds))
  const lit = blocks.find(({ block }) => block.kinds.some((kind) => kinds.includes(kind)))
  const height = blocks.at(-1)?.bottom ?? 0
  if (!lit) return null
  const middle = lit.bottom - lit.block.miniature.height / 2
  const lowest = Math.max(0, height - VIEW_HEIGHT)
  const top = Math.max(0, Math.min(middle - VIEW_HEIGHT / 2, lowest))
  return (
    <svg
      viewBox={`0 ${top} ${PAGE_WIDTH} ${Math.min(VIEW_HEIGHT, height)}`}
      // A taller box shows more of the longer rest of the page.
      preserveAspectRatio={top < lowest / 2 ? 'xMidYMin' : 'xMidYMax'}
      className="block h-auto w-20 flex-none border border-rule bg-white"
      aria-hidden
    >
      {blocks.map(({ block, bottom }) => (
        <Drawn key={bottom} miniature={block.miniature} y={bottom - block.miniature.height} isLit={block === lit.block} />
      ))}
    </svg>
  )
}

type DrawnProps = { miniature: Miniature; y: number; isLit: boolean }

function Drawn({ miniature: { height, rects, isDark }, y, isLit }: DrawnProps) {
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

/** The parts of the page, the frame around it included. */
function blocksOf(kinds: readonly ContentKind[]): Block[] {
  const page = publicPages.find(({ name }) => kinds.some((kind) => isShownOn(kind, name)))
  if (!page) return []
  const parts = outlines.filter((contentKind) => isOn(contentKind, page.name))
  if (parts.some(({ headsPage }) => headsPage)) return parts
  const first = parts.findIndex(({ placedBy }) => placedBy !== 'frame')
  return [...parts.slice(0, first), { miniature: HEADING, kinds: [] }, ...parts.slice(first)]
}

function placed(blocks: readonly Block[]): { block: Block; bottom: number }[] {
  let bottom = 0
  return blocks.map((block) => {
    bottom += block.miniature.height
    return { block, bottom }
  })
}
