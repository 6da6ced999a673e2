import type { Package } from '../../../../contract/package-points.ts'
import type { RecordOf } from '../../../../contract/section.ts'
import { banner } from '../../../../contract/sections/banner.ts'
import { bannerWords } from '../../../../contract/sections/banner-words.ts'
import { pricingPackage } from '../../../../contract/sections/pricing-package.ts'
import { sampleSheet } from '../../../../contract/sections/sample-sheet.ts'
import { workStep } from '../../../../contract/sections/work-step.ts'
import { filled, type WordsOf } from '../../../../contract/words.ts'
import { ArrowLink, LinkButton } from '../../../ui/link-button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { definePublicSection, type Outline } from '../../public-section.tsx'
import { lowestPrice } from '../pricing/packages.ts'
import { SampleLinks, type Sheets } from '../samples/sheets.tsx'
import { shownSteps } from '../work-steps/section.tsx'

export const outline: Outline = {
  kinds: [banner, bannerWords],
  headsPage: true,
  miniature: {
    height: 28,
    rects: [
      [6, 5, 26, 3],
      [6, 10, 20, 3],
      [6, 16, 24, 1.5],
      [6, 20, 10, 4],
      [40, 4, 34, 20],
    ],
  },
}

export const section = definePublicSection(outline, {
  reads: { banner, words: bannerWords, packages: pricingPackage, sheets: sampleSheet, steps: workStep },
  View: Banner,
})

/** The heading of the landing page while the banner has no content yet. */
export const PLAIN_HEADING = 'Search engine optimisation for real estate'

type Props = {
  banner: RecordOf<typeof banner> | undefined
  words: WordsOf<typeof bannerWords>
  packages: readonly Package[]
  sheets: Sheets
  steps: readonly RecordOf<typeof workStep>[]
}

function Banner({ banner: record, words, packages, sheets, steps }: Props) {
  if (!record) return <h1 className="h1 container section">{PLAIN_HEADING}</h1>
  const price = lowestPrice(packages)
  return (
    <section className="banner">
      <div className="banner-text">
        <h1 className="h1">{record.bannerHeading}</h1>
        <p className="banner-second">{record.buttonTwoLink}</p>
        <p className="lead">{record.bannerDetails}</p>
        <div className="banner-acts">
          <LinkButton href={record.buttonOneLink}>{record.buttonOneText}</LinkButton>
          <SampleLinks sheets={sheets} report={words.sampleLink} />
          {words.workLink && shownSteps(steps).length > 0 && <ArrowLink href="#work-sec">{words.workLink}</ArrowLink>}
        </div>
        {price && words.priceLine && <p className="banner-price">{filled(words.priceLine, { price: `$${price}` })}</p>}
      </div>
      <figure className="banner-art">
        <Picture src={record.bannerImage} {...banner.fields.bannerImage.place} isFirst />
        {/* The drawing shows a search result: it must not be taken for one that we promise. */}
        {record.bannerImage.startsWith('/art/') && <figcaption>{words.artNote}</figcaption>}
      </figure>
    </section>
  )
}
