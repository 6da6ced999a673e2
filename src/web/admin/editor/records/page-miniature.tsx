import type { ContentKind } from '#contract/core/content-kind.ts'
import { publicPages } from '#contract/core/public-pages.ts'
import { isSectionOnPage, MINIATURE_VIEWBOX_WIDTH, type SectionMiniature } from '#web/public/public-section.tsx'
import { sectionKindsAndMiniatures } from '#web/public/sections/section-miniatures.ts'

/** The visible height, in the miniature's units. */
const VIEW_HEIGHT = 106

/** Stands for the page heading if no section contains it. */
const HEADING: SectionMiniature = { height: 16, ink: 'M6 4h34v3h-34zM6 10h22v2h-22z' }

type Block = { miniature: SectionMiniature; kinds: readonly ContentKind[] }

/** Shows a miniature of the first page that shows these kinds, scrolled to their highlighted section. */
export function PageMiniature({ kinds }: { kinds: readonly ContentKind[] }) {
  const blocks = stackBlocks(listBlocks(kinds))
  const highlighted = blocks.find(({ block }) => block.kinds.some((kind) => kinds.includes(kind)))
  const height = blocks.at(-1)?.bottom ?? 0
  if (!highlighted) return null
  const middle = highlighted.bottom - highlighted.block.miniature.height / 2
  const lowest = Math.max(0, height - VIEW_HEIGHT)
  const top = Math.max(0, Math.min(middle - VIEW_HEIGHT / 2, lowest))
  return (
    <svg
      viewBox={`0 ${top} ${MINIATURE_VIEWBOX_WIDTH} ${Math.min(VIEW_HEIGHT, height)}`}
      // A taller box then shows more of the longer rest of the page.
      preserveAspectRatio={top < lowest / 2 ? 'xMidYMin' : 'xMidYMax'}
      className="block h-auto w-20 flex-none border border-rule bg-white"
      aria-hidden
    >
      {blocks.map(({ block, bottom }) => (
        <MiniatureBlock
          key={bottom}
          miniature={block.miniature}
          y={bottom - block.miniature.height}
          isHighlighted={block === highlighted.block}
        />
      ))}
    </svg>
  )
}

type MiniatureBlockProps = { miniature: SectionMiniature; y: number; isHighlighted: boolean }

function MiniatureBlock({ miniature: { height, ink, isDark }, y, isHighlighted }: MiniatureBlockProps) {
  const groundClass = isDark ? (isHighlighted ? 'fill-pine' : 'fill-survey/60') : isHighlighted ? 'fill-mint' : 'fill-white'
  const inkClass = isDark ? 'fill-white' : isHighlighted ? 'fill-pine' : 'fill-rule'
  return (
    <g transform={`translate(0 ${y})`}>
      <rect width={MINIATURE_VIEWBOX_WIDTH} height={height} className={groundClass} />
      <path d={ink} className={inkClass} />
      {isHighlighted && (
        <path
          d={`M0 0.4h${MINIATURE_VIEWBOX_WIDTH}M0 ${height - 0.4}h${MINIATURE_VIEWBOX_WIDTH}`}
          className="stroke-pine"
          strokeWidth={0.8}
        />
      )}
    </g>
  )
}

/** Returns the sections of the first page with a section of these kinds, and of the frame around it. */
function listBlocks(kinds: readonly ContentKind[]): Block[] {
  const ownSections = sectionKindsAndMiniatures.filter((section) => section.kinds.some((kind) => kinds.includes(kind)))
  const page = publicPages.find(({ name }) => ownSections.some((section) => isSectionOnPage(section, name)))
  if (!page) return []
  const sections = sectionKindsAndMiniatures.filter((section) => isSectionOnPage(section, page.name))
  if (sections.some(({ hasPageHeading }) => hasPageHeading)) return sections
  const first = sections.findIndex(({ renderedBy }) => renderedBy !== 'frame')
  return [...sections.slice(0, first), { miniature: HEADING, kinds: [] }, ...sections.slice(first)]
}

function stackBlocks(blocks: readonly Block[]): { block: Block; bottom: number }[] {
  let bottom = 0
  return blocks.map((block) => {
    bottom += block.miniature.height
    return { block, bottom }
  })
}
