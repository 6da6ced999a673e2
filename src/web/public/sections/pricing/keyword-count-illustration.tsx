import type { pricingCopy } from '#contract/content/kinds/pricing-copy.ts'
import { type CopyKindTexts, fillPlaceholders } from '#contract/core/define-page-copy-kind.ts'

const COLUMNS = 25
/** Vertical centers of the two rows of lots and of their houses. */
const LOT_ROWS_Y = [19.5, 55.5]
const HOUSE_ROWS_Y = [13.5, 61.5]

/** Shows how many keywords a package covers, as text and as lots. */
export function KeywordCountIllustration({ keywords, copy }: { keywords: number; copy: CopyKindTexts<typeof pricingCopy> }) {
  const note = keywords > 50 ? copy.manyKeywordsNote : copy.keywordsNote
  return (
    <div className="package-lots">
      <p>
        <b>{fillPlaceholders(copy.keywords, { count: keywords })}</b> <span>{note}</span>
      </p>
      <LotsIllustration litCount={keywords} />
    </div>
  )
}

/** Draws two rows of 25 lots in five blocks as dashed lines. Lights `litCount` of them from the center outward. */
function LotsIllustration({ litCount }: { litCount: number }) {
  const visibleLitCount = Math.min(litCount, 2 * COLUMNS)
  const counts = [Math.ceil(visibleLitCount / 2), Math.floor(visibleLitCount / 2)]
  const first = Math.floor((COLUMNS - Math.max(...counts) + 1) / 2)
  const start = getColumnX(first)
  const offset = start - 1
  const rows = (centersY: number[]) =>
    centersY.map((y, row) => `M${start} ${y}H${getColumnX(first + (counts[row] ?? 0) - 1) + 13}`).join('')
  return (
    <svg className="lots" viewBox="0 0 376 76" aria-hidden="true">
      <path className="lot-edge" d="M.5 19.5h375M.5 55.5h375" />
      <path className="lot" d="M1 19.5h374M1 55.5h374" />
      <path className="lot-house" d="M1 13.5h374M1 61.5h374" />
      {litCount > 0 && (
        <g className="lots-lit">
          <path className="lot-edge" d={rows(LOT_ROWS_Y)} strokeDashoffset={offset} />
          <path className="lot" d={rows(LOT_ROWS_Y)} strokeDashoffset={offset} />
          <path className="lot-house" d={rows(HOUSE_ROWS_Y)} strokeDashoffset={offset} />
        </g>
      )}
    </svg>
  )
}

function getColumnX(column: number): number {
  return 1 + Math.floor(column / 5) * 76 + (column % 5) * 14
}
