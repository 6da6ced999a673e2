import { banner } from '#contract/content/kinds/banner.ts'
import { bannerCopy } from '#contract/content/kinds/banner-copy.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { samplePageIntro } from '#contract/content/kinds/sample-page-intro.ts'
import { workStep } from '#contract/content/kinds/work-step.ts'
import { fillPlaceholders } from '#contract/core/define-page-copy-kind.ts'
import { ContentImage } from '#web/ui/content-image.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ArrowLink, LinkButton } from '#web/ui/link-button.tsx'
import { definePublicSection, type SectionKindsAndMiniature, type SectionViewProps } from '../../public-section.tsx'
import { formatLowestPrice, formatPriceWithoutDollarSign, listTierPackages } from '../pricing/packages.ts'
import { SamplePageLinks } from '../samples/sample-page-links.tsx'
import { listShownWorkSteps } from '../work-steps/section.tsx'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [banner, bannerCopy],
  hasPageHeading: true,
  miniature: { height: 28, ink: 'M6 5h26v3h-26zM6 10h20v3h-20zM6 16h24v1.5h-24zM6 20h10v4h-10zM40 4h34v20h-34z' },
}

const reads = { banner, copy: bannerCopy, packages: pricingPackage, sheets: samplePageIntro, steps: workStep }

export const section = definePublicSection(sectionKindsAndMiniature, reads, Banner)

/** The page's heading while there is no banner record. */
export const DEFAULT_HOME_HEADING = 'Real estate SEO'

/** The built-in map. Search results and a sign lie on it if it is wide enough. */
const DEFAULT_ILLUSTRATION = '/art/banner-town.svg'

type Props = SectionViewProps<typeof reads>

function Banner({ banner: record, copy, packages, sheets, steps }: Props) {
  if (!record) return <h1 className="h1 container section">{DEFAULT_HOME_HEADING}</h1>
  const price = formatLowestPrice(packages)
  const isIllustration = record.bannerImage === DEFAULT_ILLUSTRATION
  return (
    <section className="banner">
      <div className="banner-text">
        {/* The second line names the page's topic; the first may not. */}
        <h1 className="h1">
          <span>{record.bannerHeading}</span> <span className="banner-second">{record.buttonTwoLink}</span>
        </h1>
        <p className="lead">{record.bannerDetails}</p>
        <div className="banner-actions">
          <LinkButton href={record.buttonOneLink}>{record.buttonOneText}</LinkButton>
          <SamplePageLinks sheets={sheets} report={copy.sampleLink} />
          {copy.workLink && listShownWorkSteps(steps).length > 0 && <ArrowLink href="#work-sec">{copy.workLink}</ArrowLink>}
        </div>
        <ul className="banner-packages">
          {listTierPackages(packages).map(({ _id, packageButtonText, packagePrice }) => (
            <li key={_id}>
              <a href={`/order-now/${_id}`}>
                {packageButtonText} <span>${formatPriceWithoutDollarSign(packagePrice)}</span>
              </a>
            </li>
          ))}
        </ul>
        {price && copy.priceLine && <p className="banner-price">{fillPlaceholders(copy.priceLine, { price: `$${price}` })}</p>}
      </div>
      <figure className={isIllustration ? 'banner-art banner-map' : 'banner-art'}>
        <ContentImage src={record.bannerImage} subject={record.bannerHeading} {...banner.fields.bannerImage.place} isAboveFold />
        {isIllustration && <IllustratedSearchResults copy={copy} />}
        {isIllustration && <img className="banner-board" src={`${DEFAULT_ILLUSTRATION}#board`} alt="" width="152" height="224" />}
        {/* Marks the search result as an illustration: it promises no result. */}
        {isIllustration && <figcaption>{copy.artNote}</figcaption>}
      </figure>
    </section>
  )
}

/** Shows a search and its results on the map, as text that stays readable and that the owner can edit. */
function IllustratedSearchResults({ copy }: Pick<Props, 'copy'>) {
  if (!copy.drawnSearch) return null
  const neighbors = [copy.drawnNeighborOne, copy.drawnNeighborTwo].filter(Boolean)
  return (
    <div className="banner-search">
      <p>
        <Icon name="search" />
        {copy.drawnSearch}
      </p>
      <ol>
        <li>
          <Icon name="pin" />
          <b>{copy.drawnResult}</b> <small>{copy.drawnResultNote}</small>
        </li>
        {neighbors.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ol>
    </div>
  )
}
