import { pricingCopy } from '#contract/content/kinds/pricing-copy.ts'
import { getPackageAnchor, pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { samplePageIntro } from '#contract/content/kinds/sample-page-intro.ts'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import { servicePageCopy } from '#contract/content/kinds/service-page-copy.ts'
import { getPublicPage } from '#contract/core/public-pages.ts'
import { type Breadcrumb, Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { BulletList, CheckmarkList } from '#web/ui/checkmark-list.tsx'
import { ContentIcon, ContentImage } from '#web/ui/content-image.tsx'
import { ArrowLink, LinkButton } from '#web/ui/link-button.tsx'
import { Section } from '#web/ui/section.tsx'
import { FormattedText } from '../../formatted-text.tsx'
import { formatWithFieldMark } from '../../preview-field-mark-characters.ts'
import { definePublicSection, type SectionKindsAndMiniature, type SectionViewProps } from '../../public-section.tsx'
import {
  findPackagesIncludingService,
  formatPriceWithoutDollarSign,
  getServiceAmountInPackage,
  listTierPackages,
} from '../pricing/packages.ts'
import { SamplePageLinks } from '../samples/sample-page-links.tsx'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [servicePageCopy],
  renderedBy: 'page',
  hasPageHeading: true,
  miniature: { height: 40, ink: 'M6 5h34v4h-34zM6 13h38v2h-38zM6 18h34v2h-34zM54 5h20v16h-20zM6 28h30v8h-30zM42 28h32v8h-32z' },
}

const reads = {
  items: serviceItem,
  copy: servicePageCopy,
  packages: pricingPackage,
  pricing: pricingCopy,
  sheets: samplePageIntro,
}

export const section = definePublicSection(sectionKindsAndMiniature, reads, ServicePage)

type Props = SectionViewProps<typeof reads>
type Item = Props['items'][number]

/** Shows the first item, which is the page's own service. */
function ServicePage({ items, copy, packages, pricing, sheets }: Props) {
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
              <ContentIcon src={item.serviceIcon} size={24} />
              {item.serviceTitle}
            </p>
            <h1 className="h1">{item.serviceHeading.trim() || item.serviceTitle}</h1>
            <h2 className="eyebrow">{copy.work}</h2>
            <div className="service-work">
              <FormattedText record={item} name="serviceWork" />
            </div>
            <p className="service-actions">
              <LinkButton href="/pricing/">{copy.packagesLink}</LinkButton>
              <SamplePageLinks
                sheets={sheets.filter(({ samplePage }) => samplePage === item.serviceSample)}
                report={copy.reportLink}
                audit={copy.auditLink}
              />
            </p>
            {item.serviceImg && (
              <ContentImage src={item.serviceImg} subject={item.serviceTitle} {...serviceItem.fields.serviceImg.place} />
            )}
          </div>
          <ServicePackages item={item} copy={copy} packages={packages} perMonth={pricing.perMonth} />
        </div>
      </Section>
      <Steps heading={copy.steps} text={item.serviceSteps} />
      <Section>
        <div className="service-facts">
          <Lines heading={copy.receives} text={item.serviceReceives} List={CheckmarkList} />
          <Lines heading={copy.needs} text={item.serviceNeeds} List={BulletList} />
          {item.serviceWhen.trim() && (
            <div>
              <h2 className="h3">{copy.when}</h2>
              <FormattedText record={item} name="serviceWhen" />
            </div>
          )}
        </div>
      </Section>
      <FitAndQuestion item={item} copy={copy} />
      {linkedItems.length > 0 && (
        <Section>
          <h2 className="h3">{copy.others}</h2>
          <ul className="service-others">
            {linkedItems.map(({ _id, _path = '', serviceTitle, serviceIcon }) => (
              <li key={_id}>
                <ContentIcon src={serviceIcon} size={24} />
                <a href={_path}>{serviceTitle}</a>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

function buildServiceBreadcrumbs({ serviceTitle, _path = '' }: Item): Breadcrumb[] {
  const parentPages = [getPublicPage('Home'), getPublicPage('Services')].map(({ name, path }) => ({ name, path }))
  return [...parentPages, { name: serviceTitle, path: _path }]
}

type ServicePackagesProps = Pick<Props, 'copy' | 'packages'> & { item: Item; perMonth: string }

/** Lists Basic to Premium, also those without the service, so that readers see what each lacks. */
function ServicePackages({ item, copy, packages, perMonth }: ServicePackagesProps) {
  if (findPackagesIncludingService(item, packages).length === 0) return null
  return (
    <section aria-labelledby="packages" className="service-packages">
      <h2 id="packages" className="h3">
        {copy.packages}
      </h2>
      <ul>
        {listTierPackages(packages).map((record) => (
          <li key={record._id} className={getServiceAmountInPackage(item, record) ? undefined : 'service-without'}>
            <p>
              <a href={`/pricing/#${getPackageAnchor(record.packageName)}`}>{formatWithFieldMark(record, 'packageName')}</a>
              <span>
                ${formatWithFieldMark(record, 'packagePrice', formatPriceWithoutDollarSign)}
                {perMonth}
              </span>
            </p>
            <p>{getServiceAmountInPackage(item, record) || copy.notIncluded}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows each line as a step. The text before its first colon is the step's title. */
function Steps({ heading, text }: { heading: string; text: string }) {
  const steps = splitLines(text)
  if (steps.length === 0) return null
  return (
    <Section background="white">
      <h2 className="h2">{heading}</h2>
      <ol className="service-steps">
        {steps.map((step) => {
          const colon = step.indexOf(':')
          const [title, details] = colon < 0 ? [step, ''] : [step.slice(0, colon), step.slice(colon + 1)]
          return (
            <li key={step}>
              <h3>{title}</h3>
              <p>{details}</p>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}

type LinesProps = { heading: string; text: string; List: typeof CheckmarkList | typeof BulletList }

function Lines({ heading, text, List }: LinesProps) {
  const lines = splitLines(text)
  if (lines.length === 0) return null
  return (
    <div>
      <h2 className="h3">{heading}</h2>
      <List hasDividers>{lines}</List>
    </div>
  )
}

function splitLines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim())
}

function FitAndQuestion({ item, copy }: Pick<ServicePackagesProps, 'item' | 'copy'>) {
  const hasFit = item.serviceFit.trim() !== ''
  const hasQuestion = item.serviceQuestion.trim() !== '' && item.serviceAnswer.trim() !== ''
  if (!hasFit && !hasQuestion) return null
  return (
    <Section background="white">
      <div className="service-question">
        {hasFit && (
          <div>
            <h2 className="h2">{copy.fit}</h2>
            <FormattedText record={item} name="serviceFit" />
          </div>
        )}
        {hasQuestion && (
          <div>
            {copy.question && <p className="eyebrow">{copy.question}</p>}
            <h2 className="h2">{item.serviceQuestion}</h2>
            <FormattedText record={item} name="serviceAnswer" />
            {copy.contactLink && <ArrowLink href="/contact">{copy.contactLink}</ArrowLink>}
          </div>
        )}
      </div>
    </Section>
  )
}
