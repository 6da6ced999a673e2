import { pricingPackage } from '../../../../contract/content/kinds/pricing-package.ts'
import { pricingWords } from '../../../../contract/content/kinds/pricing-words.ts'
import { sampleSheet } from '../../../../contract/content/kinds/sample-sheet.ts'
import type { Package } from '../../../../contract/content/package-points.ts'
import type { PublicPageName } from '../../../../contract/grammar/public-pages.ts'
import type { WordsOf } from '../../../../contract/grammar/words.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { ArrowLink } from '../../../ui/link-button.tsx'
import { Section } from '../../../ui/section.tsx'
import { SectionHeading } from '../../../ui/section-heading.tsx'
import { definePublicSection, type Outline, row } from '../../public-section.tsx'
import { SampleLinks, type Sheets } from '../samples/sheets.tsx'
import { PackageCard } from './package-card.tsx'
import { inOrderOfSize } from './packages.ts'

export const outline: Outline = {
  kinds: [pricingPackage, pricingWords],
  pages: ['Home', 'Pricing'],
  miniature: { height: 28, rects: row(3, 5, 20, 18) },
}

export const section = definePublicSection(outline, {
  reads: { packages: pricingPackage, sheets: sampleSheet, words: pricingWords },
  View: Pricing,
})

type Props = { packages: readonly Package[]; words: WordsOf<typeof pricingWords> }

/** The packages; on their own page with Premium's first eight points (spec section 9), and under its heading. */
function Pricing({ page, packages, sheets, words }: Props & { sheets: Sheets; page?: PublicPageName }) {
  if (page === 'Pricing') return <PricingHead packages={packages} sheets={sheets} words={words} />
  if (packages.length === 0) return null
  return (
    <Section id="pricing-sec">
      <SectionHeading eyebrow={words.smallHeading} title={words.homeHeading}>
        {words.homeNote && <p className="aside">{words.homeNote}</p>}
      </SectionHeading>
      <PackageCards packages={packages} words={words} premiumPoints={10} heading="h3" />
    </Section>
  )
}

function PricingHead({ packages, sheets, words }: Props & { sheets: Sheets }) {
  const hasPackages = packages.length > 0
  return (
    <Section>
      <SectionHeading eyebrow={words.smallHeading} title={words.pageHeading} isPage>
        {hasPackages && words.pageNote && <p className="aside">{words.pageNote}</p>}
      </SectionHeading>
      {hasPackages ? (
        <>
          <PackageCards packages={packages} words={words} premiumPoints={8} heading="h2" isWhole />
          <Facts words={words} />
          <p className="sample-links">
            <SampleLinks sheets={sheets} report={words.reportLink} audit={words.auditLink} />
          </p>
        </>
      ) : (
        <>
          <p className="lead">{words.noPackages}</p>
          <ArrowLink href="/contact">{words.askPrice}</ArrowLink>
        </>
      )}
    </Section>
  )
}

type CardsProps = Props & {
  /** How many points of Premium are shown here (spec section 9). */
  premiumPoints: 8 | 10
  /** The level of the packages' names: below the heading they stand under. */
  heading: 'h2' | 'h3'
  isWhole?: boolean
}

function PackageCards({ packages, ...shared }: CardsProps) {
  return (
    <ul className="packages">
      {inOrderOfSize(packages).map((record) => (
        <PackageCard key={record._id} record={record} {...shared} />
      ))}
    </ul>
  )
}

/** What holds for every package, whatever the records say. */
function Facts({ words }: Pick<Props, 'words'>) {
  const facts: { icon: IconName; name: string; text: string }[] = [
    { icon: 'card', name: words.factOne, text: words.factOneText },
    { icon: 'calendar', name: words.factTwo, text: words.factTwoText },
    { icon: 'dollar', name: words.factThree, text: words.factThreeText },
  ]
  const told = facts.filter(({ name, text }) => name || text)
  if (told.length === 0) return null
  return (
    <ul className="facts">
      {told.map(({ icon, name, text }) => (
        <li key={icon}>
          <Icon name={icon} />
          <p>
            <b>{name}</b>
            {text}
          </p>
        </li>
      ))}
    </ul>
  )
}
