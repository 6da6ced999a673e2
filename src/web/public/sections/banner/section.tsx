import { banner } from '../../../../contract/content/kinds/banner.ts'
import { bannerWords } from '../../../../contract/content/kinds/banner-words.ts'
import { pricingPackage } from '../../../../contract/content/kinds/pricing-package.ts'
import { sampleSheet } from '../../../../contract/content/kinds/sample-sheet.ts'
import { workStep } from '../../../../contract/content/kinds/work-step.ts'
import type { Package } from '../../../../contract/content/package-points.ts'
import type { RecordOf } from '../../../../contract/grammar/content-kind.ts'
import { filled, type WordsOf } from '../../../../contract/grammar/words.ts'
import { Icon } from '../../../ui/icon.tsx'
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
export const PLAIN_HEADING = 'Search engine optimization for real estate'

/** The map that we bring: a search and its results lie on it, and a board stands there, wherever its width has room for them. */
const DRAWING = '/art/banner-town.svg'

type BannerWords = WordsOf<typeof bannerWords>

type Props = {
  banner: RecordOf<typeof banner> | undefined
  words: BannerWords
  packages: readonly Package[]
  sheets: Sheets
  steps: readonly RecordOf<typeof workStep>[]
}

function Banner({ banner: record, words, packages, sheets, steps }: Props) {
  if (!record) return <h1 className="h1 container section">{PLAIN_HEADING}</h1>
  const price = lowestPrice(packages)
  const isDrawn = record.bannerImage === DRAWING
  return (
    <section className="banner">
      <div className="banner-text">
        {/* The second line names what the page is about, which the first need not. */}
        <h1 className="h1">
          <span>{record.bannerHeading}</span> <span className="banner-second">{record.buttonTwoLink}</span>
        </h1>
        <p className="lead">{record.bannerDetails}</p>
        <div className="banner-acts">
          <LinkButton href={record.buttonOneLink}>{record.buttonOneText}</LinkButton>
          <SampleLinks sheets={sheets} report={words.sampleLink} />
          {words.workLink && shownSteps(steps).length > 0 && <ArrowLink href="#work-sec">{words.workLink}</ArrowLink>}
        </div>
        {price && words.priceLine && <p className="banner-price">{filled(words.priceLine, { price: `$${price}` })}</p>}
      </div>
      <figure className={isDrawn ? 'banner-art banner-drawn' : 'banner-art'}>
        <Picture src={record.bannerImage} {...banner.fields.bannerImage.place} isFirst />
        {isDrawn && <SearchResults words={words} />}
        {isDrawn && <img className="banner-board" src={`${DRAWING}#board`} alt="" width="152" height="224" />}
        {/* The drawing shows a search result: it must not be taken for one that we promise. */}
        {isDrawn && <figcaption>{words.artNote}</figcaption>}
      </figure>
    </section>
  )
}

/** What somebody on the map searches for, and finds: in words, which are legible at every width and the owner's to change. */
function SearchResults({ words }: { words: BannerWords }) {
  if (!words.drawnSearch) return null
  const neighbors = [words.drawnNeighborOne, words.drawnNeighborTwo].filter(Boolean)
  return (
    <div className="banner-search">
      <p>
        <Icon name="search" />
        {words.drawnSearch}
      </p>
      <ol>
        <li>
          <Icon name="pin" />
          <b>{words.drawnResult}</b> <small>{words.drawnResultNote}</small>
        </li>
        {neighbors.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ol>
    </div>
  )
}
