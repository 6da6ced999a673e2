import { pricingPackage } from '../../../../contract/content/kinds/pricing-package.ts'
import { pricingWords } from '../../../../contract/content/kinds/pricing-words.ts'
import { serviceItem } from '../../../../contract/content/kinds/service-item.ts'
import { servicePageWords } from '../../../../contract/content/kinds/service-page-words.ts'
import type { Package } from '../../../../contract/content/package-points.ts'
import type { RecordOf } from '../../../../contract/grammar/content-kind.ts'
import type { WordsOf } from '../../../../contract/grammar/words.ts'
import { Art } from '../../../ui/art.tsx'
import { Breadcrumbs } from '../../../ui/breadcrumbs.tsx'
import { ArrowLink } from '../../../ui/link-button.tsx'
import { Paragraphs } from '../../../ui/paragraphs.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Section } from '../../../ui/section.tsx'
import { TickList } from '../../../ui/tick-list.tsx'
import { formatted } from '../../field-marks.ts'
import { definePublicSection, type Outline } from '../../public-section.tsx'
import { dollars, inOrderOfSize } from '../pricing/packages.ts'
import { includedIn, sayOf, trailOf } from './service-facts.ts'

export const outline: Outline = {
  kinds: [servicePageWords],
  placedBy: 'page',
  headsPage: true,
  miniature: {
    height: 40,
    rects: [
      [6, 5, 34, 4],
      [6, 13, 38, 2],
      [6, 18, 34, 2],
      [54, 5, 20, 16],
      [6, 28, 30, 8],
      [42, 28, 32, 8],
    ],
  },
}

export const section = definePublicSection(outline, {
  reads: { items: serviceItem, words: servicePageWords, packages: pricingPackage, pricing: pricingWords },
  View: ServicePage,
})

type Item = RecordOf<typeof serviceItem>
type Words = WordsOf<typeof servicePageWords>
type Props = {
  /** The page's own first. */
  items: readonly Item[]
  words: Words
  packages: readonly Package[]
  pricing: WordsOf<typeof pricingWords>
}

function ServicePage({ items, words, packages, pricing }: Props) {
  const [item, ...others] = items
  if (!item) return null
  const linked = others.filter(({ _path }) => _path)
  return (
    <>
      <Section>
        <Breadcrumbs crumbs={trailOf(item)} />
        <div className="service-head">
          <div>
            <p className="eyebrow">
              <Art src={item.serviceIcon} size={24} />
              {item.serviceTitle}
            </p>
            <h1 className="h1">{item.serviceHeading.trim() || item.serviceTitle}</h1>
            <h2 className="eyebrow">{words.work}</h2>
            <div className="service-work">
              <Paragraphs text={item.serviceWork} />
            </div>
            {item.serviceImg && <Picture src={item.serviceImg} {...serviceItem.fields.serviceImg.place} />}
          </div>
          <InPackages item={item} words={words} packages={packages} perMonth={pricing.perMonth} />
        </div>
      </Section>
      <Section ground="white">
        <div className="service-facts">
          <Lines heading={words.receives} text={item.serviceReceives} />
          <Lines heading={words.needs} text={item.serviceNeeds} />
          {item.serviceWhen.trim() && (
            <div>
              <h2 className="h3">{words.when}</h2>
              <Paragraphs text={item.serviceWhen} />
            </div>
          )}
        </div>
      </Section>
      <Question item={item} words={words} />
      {linked.length > 0 && (
        <Section ground="white">
          <h2 className="h3">{words.others}</h2>
          <ul className="service-others">
            {linked.map(({ _id, _path = '', serviceTitle, serviceIcon }) => (
              <li key={_id}>
                <Art src={serviceIcon} size={24} />
                <a href={_path}>{serviceTitle}</a>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

type InPackagesProps = { item: Item; words: Words; packages: readonly Package[]; perMonth: string }

/** A slip of all packages, also those without it: whoever reads it knows what they would not get. */
function InPackages({ item, words, packages, perMonth }: InPackagesProps) {
  if (includedIn(item, packages).length === 0) return null
  return (
    <section aria-labelledby="packages" className="service-packages">
      <h2 id="packages" className="h3">
        {words.packages}
      </h2>
      <ul>
        {inOrderOfSize(packages).map((record) => (
          <li key={record._id} className={sayOf(item, record) ? undefined : 'service-without'}>
            <p>
              <a href={`/pricing/#${record.packageName.toLowerCase()}`}>{formatted(record, 'packageName')}</a>
              <span>
                ${formatted(record, 'packagePrice', dollars)}
                {perMonth}
              </span>
            </p>
            <p>{sayOf(item, record) || words.notIncluded}</p>
          </li>
        ))}
      </ul>
      <ArrowLink href="/pricing/">{words.packagesLink}</ArrowLink>
    </section>
  )
}

function Lines({ heading, text }: { heading: string; text: string }) {
  const lines = text.split('\n').filter((line) => line.trim())
  if (lines.length === 0) return null
  return (
    <div>
      <h2 className="h3">{heading}</h2>
      <TickList isRuled>{lines}</TickList>
    </div>
  )
}

function Question({ item, words }: Pick<InPackagesProps, 'item' | 'words'>) {
  if (!item.serviceQuestion.trim() || !item.serviceAnswer.trim()) return null
  return (
    <Section>
      <div className="service-question">
        <div>
          {words.question && <p className="eyebrow">{words.question}</p>}
          <h2 className="h2">{item.serviceQuestion}</h2>
        </div>
        <div>
          <Paragraphs text={item.serviceAnswer} />
          {words.contactLink && <ArrowLink href="/contact">{words.contactLink}</ArrowLink>}
        </div>
      </div>
    </Section>
  )
}
