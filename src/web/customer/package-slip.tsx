import type { pricingWords } from '../../contract/content/kinds/pricing-words.ts'
import { type Package, pointsOf } from '../../contract/content/package-points.ts'
import { dollarsAndCents } from '../../contract/grammar/money.ts'
import type { WordsOf } from '../../contract/grammar/words.ts'
import { AFTER_PAYMENT } from '../public/sections/after-payment/address.ts'
import { KeywordLots } from '../public/sections/pricing/lots.tsx'
import { AfterPaying, isRecommended, suits } from '../public/sections/pricing/package-card.tsx'
import { keywordsIn } from '../public/sections/pricing/packages.ts'
import { TickList } from '../ui/tick-list.tsx'

type Props = {
  record: Package
  words: WordsOf<typeof pricingWords>
  /** The names of the other packages. */
  others: readonly string[]
}

/** What is being ordered, as a paper slip: every point that the order will hold, and what it costs. */
export function PackageSlip({ record, words, others }: Props) {
  const { packageName, packagePrice } = record
  const points = pointsOf(record, 10)
  const keywords = keywordsIn(points)
  return (
    <section aria-labelledby="slip" className="slip">
      <div className="slip-head">
        <h2 id="slip" className="h3">
          {packageName}
        </h2>
        {isRecommended(record) && words.recommended && <span className="state state-good">{words.recommended}</span>}
        <p>{suits(record, words)}</p>
      </div>
      {keywords !== undefined && <KeywordLots keywords={keywords} words={words} />}
      <TickList>{points}</TickList>
      <dl className="slip-sums">
        <div>
          <dt>One month of work</dt>
          <dd>{dollarsAndCents(packagePrice)}</dd>
        </div>
        <div>
          <dt>Auto-renewal</dt>
          <dd>None</dd>
        </div>
        <div className="slip-total">
          <dt>One-time payment</dt>
          <dd>{dollarsAndCents(packagePrice)}</dd>
        </div>
      </dl>
      <AfterPaying record={record} words={words}>
        {words.afterLink && <a href={`/pricing/#${AFTER_PAYMENT}`}>{words.afterLink}</a>}
      </AfterPaying>
      {others.length > 0 && (
        <p className="slip-note">
          Wrong size? <a href="/pricing">See {new Intl.ListFormat('en').format(others)}</a>
        </p>
      )}
    </section>
  )
}
