import { pricingCopy } from '../../../../contract/content/kinds/pricing-copy.ts'
import { pricingPackage } from '../../../../contract/content/kinds/pricing-package.ts'
import { serviceItem } from '../../../../contract/content/kinds/service-item.ts'
import { servicePageCopy } from '../../../../contract/content/kinds/service-page-copy.ts'
import type { PricingPackage } from '../../../../contract/content/package-points.ts'
import type { ContentRecord } from '../../../../contract/core/content-kind.ts'
import type { CopyText } from '../../../../contract/core/copy-kind.ts'
import { Breadcrumbs } from '../../../ui/breadcrumbs.tsx'
import { CheckmarkList } from '../../../ui/checkmark-list.tsx'
import { ContentImage } from '../../../ui/content-image.tsx'
import { ArrowLink } from '../../../ui/link-button.tsx'
import { Paragraphs } from '../../../ui/paragraphs.tsx'
import { Section } from '../../../ui/section.tsx'
import { SmallImage } from '../../../ui/small-image.tsx'
import { definePublicSection, type SectionOutline } from '../../define-public-section.tsx'
import { formatWithMark, stripMarks } from '../../preview-field-marks.ts'
import { formatPackagePrice, sortPackagesBySize } from '../pricing/package-prices.ts'
import { buildServiceBreadcrumbs, findIncludingPackages, getPackageInclusion } from './service-packages.ts'

export const outline: SectionOutline = {
  kinds: [servicePageCopy],
  renderedBy: 'page',
  hasPageHeading: true,
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
  reads: { items: serviceItem, copy: servicePageCopy, packages: pricingPackage, pricing: pricingCopy },
  View: ServicePage,
})

type Item = ContentRecord<typeof serviceItem>
type ServicePageCopy = CopyText<typeof servicePageCopy>
type Props = {
  /** The first item is the page's own service. */
  items: readonly Item[]
  copy: ServicePageCopy
  packages: readonly PricingPackage[]
  pricing: CopyText<typeof pricingCopy>
}

function ServicePage({ items, copy, packages, pricing }: Props) {
  const [item, ...otherItems] = items
  if (!item) return null
  const linkedItems = otherItems.filter(({ _path }) => _path)
  return (
    <>
      <Section>
        <Breadcrumbs crumbs={buildServiceBreadcrumbs(item)} />
        <div className="service-head">
          <div>
            <p className="eyebrow">
              <SmallImage src={item.serviceIcon} size={24} />
              {item.serviceTitle}
            </p>
            <h1 className="h1">{item.serviceHeading.trim() || item.serviceTitle}</h1>
            <h2 className="eyebrow">{copy.work}</h2>
            <div className="service-work">
              <Paragraphs text={item.serviceWork} />
            </div>
            {item.serviceImg && (
              <ContentImage
                src={item.serviceImg}
                subject={stripMarks(item.serviceTitle)}
                {...serviceItem.fields.serviceImg.place}
              />
            )}
          </div>
          <ServicePackages item={item} copy={copy} packages={packages} perMonth={pricing.perMonth} />
        </div>
      </Section>
      <Section background="white">
        <div className="service-facts">
          <Lines heading={copy.receives} text={item.serviceReceives} />
          <Lines heading={copy.needs} text={item.serviceNeeds} />
          {item.serviceWhen.trim() && (
            <div>
              <h2 className="h3">{copy.when}</h2>
              <Paragraphs text={item.serviceWhen} />
            </div>
          )}
        </div>
      </Section>
      <Question item={item} copy={copy} />
      {linkedItems.length > 0 && (
        <Section background="white">
          <h2 className="h3">{copy.others}</h2>
          <ul className="service-others">
            {linkedItems.map(({ _id, _path = '', serviceTitle, serviceIcon }) => (
              <li key={_id}>
                <SmallImage src={serviceIcon} size={24} />
                <a href={_path}>{serviceTitle}</a>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

type ServicePackagesProps = { item: Item; copy: ServicePageCopy; packages: readonly PricingPackage[]; perMonth: string }

/** Lists all packages, also those without the service, so that readers see what each lacks. */
function ServicePackages({ item, copy, packages, perMonth }: ServicePackagesProps) {
  if (findIncludingPackages(item, packages).length === 0) return null
  return (
    <section aria-labelledby="packages" className="service-packages">
      <h2 id="packages" className="h3">
        {copy.packages}
      </h2>
      <ul>
        {sortPackagesBySize(packages).map((record) => (
          <li key={record._id} className={getPackageInclusion(item, record) ? undefined : 'service-without'}>
            <p>
              <a href={`/pricing/#${record.packageName.toLowerCase()}`}>{formatWithMark(record, 'packageName')}</a>
              <span>
                ${formatWithMark(record, 'packagePrice', formatPackagePrice)}
                {perMonth}
              </span>
            </p>
            <p>{getPackageInclusion(item, record) || copy.notIncluded}</p>
          </li>
        ))}
      </ul>
      <ArrowLink href="/pricing/">{copy.packagesLink}</ArrowLink>
    </section>
  )
}

function Lines({ heading, text }: { heading: string; text: string }) {
  const lines = text.split('\n').filter((line) => line.trim())
  if (lines.length === 0) return null
  return (
    <div>
      <h2 className="h3">{heading}</h2>
      <CheckmarkList hasDividers>{lines}</CheckmarkList>
    </div>
  )
}

function Question({ item, copy }: Pick<ServicePackagesProps, 'item' | 'copy'>) {
  if (!item.serviceQuestion.trim() || !item.serviceAnswer.trim()) return null
  return (
    <Section>
      <div className="service-question">
        <div>
          {copy.question && <p className="eyebrow">{copy.question}</p>}
          <h2 className="h2">{item.serviceQuestion}</h2>
        </div>
        <div>
          <Paragraphs text={item.serviceAnswer} />
          {copy.contactLink && <ArrowLink href="/contact">{copy.contactLink}</ArrowLink>}
        </div>
      </div>
    </Section>
  )
}
