import { samplePageIntro } from '#contract/content/kinds/sample-page-intro.ts'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import { servicesSectionCopy } from '#contract/content/kinds/services-section-copy.ts'
import { servicesSectionHeading } from '#contract/content/kinds/services-section-heading.ts'
import { fillPlaceholders } from '#contract/core/define-page-copy-kind.ts'
import { ContentIcon, ContentImage } from '#web/ui/content-image.tsx'
import { ArrowLink } from '#web/ui/link-button.tsx'
import { Section, SectionHeading } from '#web/ui/section.tsx'
import { stripFieldMarkCharacters } from '../../preview-field-mark-characters.ts'
import { definePublicSection, type SectionKindsAndMiniature, type SectionViewProps } from '../../public-section.tsx'
import { SamplePageLinks } from '../samples/sample-page-links.tsx'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [servicesSectionHeading, serviceItem, servicesSectionCopy],
  pages: ['Home', 'Services'],
  miniature: {
    height: 24,
    ink: 'M6 4h28v16h-28zM40 5h14v2h-14zM58 5h14v2h-14zM40 10h14v2h-14zM58 10h14v2h-14zM40 15h14v2h-14zM58 15h14v2h-14z',
  },
}

const reads = { text: servicesSectionHeading, items: serviceItem, copy: servicesSectionCopy, sheets: samplePageIntro }

export const section = definePublicSection(sectionKindsAndMiniature, reads, Services)

type Props = SectionViewProps<typeof reads>
type Item = Props['items'][number]

function Services({ page, text, items, copy, sheets }: Props) {
  if (items.length === 0) return null
  // Other pages link to the services page, and that page links to the packages.
  const isServicePage = page === 'Services'
  const repeatsPageHeading =
    isServicePage && stripFieldMarkCharacters(text?.servicesubHeading ?? '') === stripFieldMarkCharacters(copy.pageSmallHeading)
  const main = items.find(({ serviceName }) => serviceName === 'Main')
  const otherItems = items.filter((item) => item !== main)
  return (
    <Section id="service-sec">
      <SectionHeading eyebrow={repeatsPageHeading ? undefined : text?.servicesubHeading} title={text?.serviceHeading} />
      <div className={main ? 'services' : undefined}>
        {main && <MainService item={main} copy={copy} isServicePage={isServicePage} />}
        <ul className={isServicePage ? 'service-list' : 'service-list service-titles'}>
          {otherItems.map((item) => (
            <li key={item._id}>
              <h3>
                <ContentIcon src={item.serviceIcon} size={24} />
                <Title item={item} />
              </h3>
              <p>{getServiceText(item, isServicePage)}</p>
            </li>
          ))}
          {isServicePage ? (
            <MoreLink href="/pricing/" title={copy.packagesLink} note={copy.packagesNote} />
          ) : (
            <MoreLink href="/service/" title={copy.allLink} note={copy.allNote} />
          )}
        </ul>
      </div>
      {isServicePage && (
        <p className="sample-links">
          <SamplePageLinks sheets={sheets} report={copy.reportLink} audit={copy.auditLink} />
        </p>
      )}
    </Section>
  )
}

function MoreLink({ href, title, note }: { href: string; title: string; note: string }) {
  return (
    <li>
      <ArrowLink href={href}>{title}</ArrowLink>
      {note && <p>{note}</p>}
    </li>
  )
}

/** Renders the service's title as a link, if the service has a page. */
function Title({ item: { serviceTitle, _path } }: { item: Item }) {
  return _path ? <a href={_path}>{serviceTitle}</a> : serviceTitle
}

/** Returns the service's text. The services page has a different one, so that no two pages repeat each other. */
function getServiceText({ serviceDetails, serviceSummary }: Item, isServicePage: boolean): string {
  return (isServicePage && serviceSummary.trim()) || serviceDetails
}

type MainProps = Pick<Props, 'copy'> & { item: Item; isServicePage: boolean }

function MainService({ item, copy, isServicePage }: MainProps) {
  const href = item._path ?? (isServicePage ? undefined : '/service/')
  return (
    <article className="service-main">
      {item.serviceImg && (
        <ContentImage src={item.serviceImg} subject={item.serviceTitle} {...serviceItem.fields.serviceImg.place} />
      )}
      <div>
        <h3 className="h3">{item.serviceTitle}</h3>
        <p>{getServiceText(item, isServicePage)}</p>
        {href && copy.mainLink && (
          <ArrowLink href={href}>{fillPlaceholders(copy.mainLink, { service: item.serviceTitle })}</ArrowLink>
        )}
      </div>
    </article>
  )
}
