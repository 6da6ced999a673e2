import type { ReactNode } from 'react'
import { type BusinessFacts, buildBusinessFacts } from '#contract/content/build-business-facts.ts'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { contactCopy } from '#contract/content/kinds/contact-copy.ts'
import { contactMethod } from '#contract/content/kinds/contact-method.ts'
import type { ContentRecord } from '#contract/core/content-kind.ts'
import { getTimeZoneLabel } from '#contract/core/format-date-time.ts'
import { daysOfWeek } from '#contract/core/opening-hours.ts'
import { ContentIcon } from '#web/ui/content-image.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toPhoneUrl } from '#web/ui/phone-url.ts'
import { getFieldMarkCharacter } from '../../preview-field-mark-characters.ts'
import { definePublicSection, type SectionKindsAndMiniature, type SectionViewProps } from '../../public-section.tsx'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [contactMethod, contactCopy],
  // Above or beside the form.
  renderedBy: 'page',
  miniature: {
    height: 34,
    ink: 'M6 5h4v4h-4zM13 6h18v1.5h-18zM6 13h4v4h-4zM13 14h18v1.5h-18zM6 21h4v4h-4zM13 22h18v1.5h-18zM40 4h34v26h-34z',
  },
}

const reads = { entries: contactMethod, address: businessInfo, copy: contactCopy }

export const section = definePublicSection(sectionKindsAndMiniature, reads, Contact)

type Entry = ContentRecord<typeof contactMethod>
type Props = SectionViewProps<typeof reads>

/** Shows how and when to reach the business. */
function Contact({ entries, address, copy }: Props) {
  const business = buildBusinessFacts(address)
  return (
    <>
      <ContactMethods business={business} entries={entries} copy={copy} />
      <OpeningWeek record={address} business={business} title={copy.hoursTitle} />
    </>
  )
}

/** Lists the contact methods of the business record, then those that only contact entries have. */
function ContactMethods({ business, entries, copy }: { business: BusinessFacts } & Pick<Props, 'entries' | 'copy'>) {
  const { phones, email, addresses } = business
  const unpublishedEntries = omitPublishedContactEntries(entries, business)
  if (!email && phones.length + addresses.length + unpublishedEntries.length === 0) return null
  return (
    <ul className="contact-methods">
      {phones.length > 0 && (
        <ContactMethod icon={<Icon name="phone" />} title={copy.phoneTitle}>
          {phones.flatMap((phone) => [
            <a key={phone} href={toPhoneUrl(phone)}>
              {phone}
            </a>,
            ' ',
          ])}
        </ContactMethod>
      )}
      {email && (
        <ContactMethod icon={<Icon name="mail" />} title={copy.emailTitle}>
          <a href={`mailto:${email}`}>{email}</a>
        </ContactMethod>
      )}
      {addresses.length > 0 && (
        <ContactMethod icon={<Icon name="pin" />} title={copy.addressTitle}>
          {addresses.map((address) => (
            <p key={address}>{address}</p>
          ))}
        </ContactMethod>
      )}
      {unpublishedEntries.map(({ _id, contactImg, contactTitle, contactDetails }) => (
        <ContactMethod key={_id} icon={<ContentIcon src={contactImg} size={24} />} title={contactTitle}>
          <p>{contactDetails}</p>
        </ContactMethod>
      ))}
    </ul>
  )
}

function ContactMethod({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li>
      {icon}
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </li>
  )
}

/** The class of a day in the bar. */
const DAY_CLASSES = { open: 'open', byAppointment: 'asked', closed: undefined }

type WeekProps = { record: Props['address']; business: BusinessFacts; title: string }

/** Shows the opening hours as a bar with a gap for each closed day, and as text. Hours in free text have no bar. */
function OpeningWeek({ record, business: { hours, timeZone, isTimeZoneGiven }, title }: WeekProps) {
  const getDayState = (day: (typeof daysOfWeek)[number]) => {
    const dayHours = hours.find((span) => span.days.includes(day))?.hours ?? 'closed'
    return typeof dayHours === 'string' ? dayHours : 'open'
  }
  const getDaysInState = (state: keyof typeof DAY_CLASSES) => daysOfWeek.filter((day) => getDayState(day) === state)
  const summary = [
    getDaysInState('open').length > 0 && `Open on ${formatList(getDaysInState('open'))}`,
    getDaysInState('byAppointment').length > 0 && `By appointment on ${formatList(getDaysInState('byAppointment'))}`,
  ].filter(Boolean)
  return (
    <div>
      <h2>{title}</h2>
      {hours.some((span) => span.days.length > 0) && (
        <div className="week" role="img" aria-label={summary.join('. ') || 'Closed all week'}>
          {daysOfWeek.flatMap((day) => [
            <span key={day} className={DAY_CLASSES[getDayState(day)]}>
              {day.slice(0, 3)}
            </span>,
            ' ',
          ])}
        </div>
      )}
      <p className="hours">
        {hours.flatMap(({ text }) => [<span key={text}>{text + getFieldMarkCharacter(record, 'openingHours')}</span>, ' '])}
        {isTimeZoneGiven && (
          <span className="zone">{getTimeZoneLabel(timeZone) + getFieldMarkCharacter(record, 'timeZone')}</span>
        )}
      </p>
    </div>
  )
}

function formatList(names: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(names)
}

/** Returns the entries with at least one line that the business record lacks. Ignores spacing and punctuation. */
export function omitPublishedContactEntries(
  entries: readonly Entry[],
  { addresses, phones, email, hours }: BusinessFacts,
): Entry[] {
  const publishedFacts = [...addresses, ...phones, email ?? '', hours.map(({ text }) => text).join()].map(normalize)
  const isPagePublished = (line: string) => publishedFacts.some((fact) => fact.includes(normalize(line)))
  return entries.filter(({ contactDetails }) => !contactDetails.split('\n').every(isPagePublished))
}

/** Keeps only letters and digits: spacing doesn't change a phone number. */
function normalize(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
