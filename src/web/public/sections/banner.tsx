import type { RecordOf } from '../../../contract/section.ts'
import type { banner } from '../../../contract/sections/banner.ts'
import { ArrowLink, LinkButton } from '../../ui/link-button.tsx'
import { Picture } from '../../ui/picture.tsx'

type Props = {
  record: RecordOf<typeof banner>
  /** The lowest price of a package, as shown; none without packages. */
  lowestPrice?: string
  hasSteps: boolean
}

export function Banner({ record, lowestPrice, hasSteps }: Props) {
  return (
    <section className="banner">
      <div className="banner-text">
        <h1 className="h1">{record.bannerHeading}</h1>
        <p className="banner-second">{record.buttonTwoLink}</p>
        <p className="lead">{record.bannerDetails}</p>
        <div className="banner-acts">
          <LinkButton href={record.buttonOneLink}>{record.buttonOneText}</LinkButton>
          {hasSteps && <ArrowLink href="#work-sec">How the work goes</ArrowLink>}
        </div>
        {lowestPrice && <p className="banner-price">From ${lowestPrice} a month. One payment per order, no auto-renewal.</p>}
      </div>
      <figure className="banner-art">
        <Picture src={record.bannerImage} width={760} height={660} isFirst />
        {/* The drawing shows a search result: it must not be taken for one that we promise. */}
        {record.bannerImage.startsWith('/art/') && <figcaption>Illustration, not a promised result</figcaption>}
      </figure>
    </section>
  )
}
