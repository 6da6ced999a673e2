import { sampleSheet } from '../../../../contract/content/kinds/sample-sheet.ts'
import { serviceItem } from '../../../../contract/content/kinds/service-item.ts'
import { serviceText } from '../../../../contract/content/kinds/service-text.ts'
import { serviceWords } from '../../../../contract/content/kinds/service-words.ts'
import type { RecordOf } from '../../../../contract/grammar/content-kind.ts'
import type { PublicPageName } from '../../../../contract/grammar/public-pages.ts'
import { filled, type WordsOf } from '../../../../contract/grammar/words.ts'
import { Art } from '../../../ui/art.tsx'
import { ArrowLink } from '../../../ui/link-button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Section } from '../../../ui/section.tsx'
import { SectionHeading } from '../../../ui/section-heading.tsx'
import { withoutMarks } from '../../field-marks.ts'
import { definePublicSection, type Outline, type Rect } from '../../public-section.tsx'
import { SampleLinks, type Sheets } from '../samples/sheets.tsx'

export const outline: Outline = {
  kinds: [serviceText, serviceItem, serviceWords],
  pages: ['Home', 'Services'],
  miniature: {
    height: 24,
    rects: [
      [6, 4, 28, 16],
      ...[5, 10, 15].flatMap((y): Rect[] => [
        [40, y, 14, 2],
        [58, y, 14, 2],
      ]),
    ],
  },
}

export const section = definePublicSection(outline, {
  reads: { text: serviceText, items: serviceItem, words: serviceWords, sheets: sampleSheet },
  View: Services,
})

type Item = RecordOf<typeof serviceItem>
type ServiceWords = WordsOf<typeof serviceWords>
type Props = {
  page?: PublicPageName
  text: RecordOf<typeof serviceText> | undefined
  items: readonly Item[]
  words: ServiceWords
  sheets: Sheets
}

function Services({ page, text, items, words, sheets }: Props) {
  if (items.length === 0) return null
  // On the page that the others lead to; it leads on to the packages.
  const isServicePage = page === 'Services'
  const isSaid = isServicePage && withoutMarks(text?.servicesubHeading ?? '') === withoutMarks(words.pageSmallHeading)
  const main = items.find(({ serviceName }) => serviceName === 'Main')
  const others = items.filter((item) => item !== main)
  return (
    <Section id="service-sec">
      <SectionHeading eyebrow={isSaid ? undefined : text?.servicesubHeading} title={text?.serviceHeading} />
      <div className={main ? 'services' : undefined}>
        {main && <MainService item={main} words={words} isServicePage={isServicePage} />}
        <ul className="service-list">
          {others.map((item) => (
            <li key={item._id}>
              <h3>
                <Art src={item.serviceIcon} size={24} />
                <Title item={item} />
              </h3>
              <p>{textOf(item, isServicePage)}</p>
            </li>
          ))}
          {isServicePage ? (
            <More href="/pricing/" title={words.packagesLink} note={words.packagesNote} />
          ) : (
            <More href="/service/" title={words.allLink} note={words.allNote} />
          )}
        </ul>
      </div>
      {isServicePage && (
        <p className="sample-links">
          <SampleLinks sheets={sheets} report={words.reportLink} audit={words.auditLink} />
        </p>
      )}
    </Section>
  )
}

function More({ href, title, note }: { href: string; title: string; note: string }) {
  return (
    <li>
      <ArrowLink href={href}>{title}</ArrowLink>
      {note && <p>{note}</p>}
    </li>
  )
}

/** Leads to the page of the service, where it has one. */
function Title({ item: { serviceTitle, _path } }: { item: Item }) {
  return _path ? <a href={_path}>{serviceTitle}</a> : serviceTitle
}

/** The page of all services has a text of its own, so that no two pages say the same. */
function textOf({ serviceDetails, serviceSummary }: Item, isServicePage: boolean): string {
  return (isServicePage && serviceSummary.trim()) || serviceDetails
}

type MainProps = { item: Item; words: ServiceWords; isServicePage: boolean }

function MainService({ item, words, isServicePage }: MainProps) {
  const href = item._path ?? (isServicePage ? undefined : '/service/')
  return (
    <article className="service-main">
      {item.serviceImg && <Picture src={item.serviceImg} {...serviceItem.fields.serviceImg.place} />}
      <div>
        <h3 className="h3">{item.serviceTitle}</h3>
        <p>{textOf(item, isServicePage)}</p>
        {href && words.mainLink && <ArrowLink href={href}>{filled(words.mainLink, { service: item.serviceTitle })}</ArrowLink>}
      </div>
    </article>
  )
}
