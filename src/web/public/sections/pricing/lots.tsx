import type { pricingWords } from '../../../../contract/content/kinds/pricing-words.ts'
import { filled, type WordsOf } from '../../../../contract/grammar/words.ts'

const COLUMNS = 25
/** Where the two rows of lots, and of the houses on them, have their middle. */
const ROWS = [19.5, 55.5]
const HOUSES = [13.5, 61.5]

/** How many keywords a package covers, in words and as lots. */
export function KeywordLots({ keywords, words }: { keywords: number; words: WordsOf<typeof pricingWords> }) {
  const note = keywords > 50 ? words.manyKeywordsNote : words.keywordsNote
  return (
    <div className="package-lots">
      <p>
        <b>{filled(words.keywords, { count: keywords })}</b> <span>{note}</span>
      </p>
      <Lots lit={keywords} />
    </div>
  )
}

/** Two rows of 25 lots in five blocks; `lit` of them are lit from the middle outwards. Dashes draw the lots. */
function Lots({ lit }: { lit: number }) {
  const bounded = Math.min(lit, 2 * COLUMNS)
  const counts = [Math.ceil(bounded / 2), Math.floor(bounded / 2)]
  const first = Math.floor((COLUMNS - Math.max(...counts) + 1) / 2)
  const start = columnAt(first)
  const offset = start - 1
  const rows = (middles: number[]) =>
    middles.map((y, row) => `M${start} ${y}H${columnAt(first + (counts[row] ?? 0) - 1) + 13}`).join('')
  return (
    <svg className="lots" viewBox="0 0 376 76" aria-hidden="true">
      <path className="lot-edge" d="M.5 19.5h375M.5 55.5h375" />
      <path className="lot" d="M1 19.5h374M1 55.5h374" />
      <path className="lot-house" d="M1 13.5h374M1 61.5h374" />
      {lit > 0 && (
        <g className="lots-lit">
          <path className="lot-edge" d={rows(ROWS)} strokeDashoffset={offset} />
          <path className="lot" d={rows(ROWS)} strokeDashoffset={offset} />
          <path className="lot-house" d={rows(HOUSES)} strokeDashoffset={offset} />
        </g>
      )}
    </svg>
  )
}

function columnAt(column: number): number {
  return 1 + Math.floor(column / 5) * 76 + (column % 5) * 14
}
