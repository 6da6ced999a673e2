import type { ReactNode } from 'react'
import { type Business, businessOf } from '../../../../contract/content/business.ts'
import { contactEntry } from '../../../../contract/content/kinds/contact-entry.ts'
import { contactWords } from '../../../../contract/content/kinds/contact-words.ts'
import { footerAddress } from '../../../../contract/content/kinds/footer-address.ts'
import { timeZoneLabel } from '../../../../contract/grammar/business-time.ts'
import type { RecordOf } from '../../../../contract/grammar/content-kind.ts'
import { days } from '../../../../contract/grammar/opening-hours.ts'
import type { WordsOf } from '../../../../contract/grammar/words.ts'
import { Art } from '../../../ui/art.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { phoneHref } from '../../../ui/safe-href.ts'
import { markOf } from '../../field-marks.ts'
import { definePublicSection, type Outline, type Rect } from '../../public-section.tsx'

export const outline: Outline = {
  kinds: [contactEntry, contactWords],
  // Above the form, or beside it.
  placedBy: 'page',
  miniature: {
    height: 34,
    rects: [
      ...[5, 13, 21].flatMap((y): Rect[] => [
        [6, y, 4, 4],
        [13, y + 1, 18, 1.5],
      ]),
      [40, 4, 34, 26],
    ],
  },
}

export const section = definePublicSection(outline, {
  reads: { entries: contactEntry, address: footerAddress, words: contactWords },
  View: Contact,
})

type Entry = RecordOf<typeof contactEntry>
type ContactWords = WordsOf<typeof contactWords>

type Props = {
  entries: readonly Entry[]
  address: RecordOf<typeof footerAddress> | undefined
  words: ContactWords
}

/** How the business is reached, and when. */
function Contact({ entries, address, words }: Props) {
  const business = businessOf(address)
  return (
    <>
      <Ways business={business} entries={entries} words={words} />
      <Week record={address} business={business} title={words.hoursTitle} />
    </>
  )
}

/** Every way to reach the business: its own record first, then what the contact entries add to it. */
function Ways({ business, entries, words }: { business: Business } & Pick<Props, 'entries' | 'words'>) {
  const { phones, email, addresses } = business
  const more = untoldEntries(entries, business)
  if (!email && phones.length + addresses.length + more.length === 0) return null
  return (
    <ul className="ways">
      {phones.length > 0 && (
        <Way icon={<Icon name="phone" />} title={words.phoneTitle}>
          {phones.flatMap((phone) => [
            <a key={phone} href={phoneHref(phone)}>
              {phone}
            </a>,
            ' ',
          ])}
        </Way>
      )}
      {email && (
        <Way icon={<Icon name="mail" />} title={words.emailTitle}>
          <a href={`mailto:${email}`}>{email}</a>
        </Way>
      )}
      {addresses.length > 0 && (
        <Way icon={<Icon name="pin" />} title={words.addressTitle}>
          {addresses.map((address) => (
            <p key={address}>{address}</p>
          ))}
        </Way>
      )}
      {more.map(({ _id, contactImg, contactTitle, contactDetails }) => (
        <Way key={_id} icon={<Art src={contactImg} size={24} />} title={contactTitle}>
          <p>{contactDetails}</p>
        </Way>
      ))}
    </ul>
  )
}

function Way({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
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

/** How a day looks in the bar. */
const LOOKS = { open: 'open', byAppointment: 'asked', closed: undefined }

type WeekProps = { record: Props['address']; business: Business; title: string }

/** When the business is open: a bar with a gap for each closed day, and the hours in words. Hours written freely have no bar. */
function Week({ record, business: { hours, timeZone, isTimeZoneGiven }, title }: WeekProps) {
  const stateOf = (day: (typeof days)[number]) => {
    const told = hours.find((span) => span.days.includes(day))?.hours ?? 'closed'
    return typeof told === 'string' ? told : 'open'
  }
  const those = (state: keyof typeof LOOKS) => days.filter((day) => stateOf(day) === state)
  const said = [
    those('open').length > 0 && `Open on ${inWords(those('open'))}`,
    those('byAppointment').length > 0 && `By appointment on ${inWords(those('byAppointment'))}`,
  ].filter(Boolean)
  return (
    <div>
      <h2>{title}</h2>
      {hours.some((span) => span.days.length > 0) && (
        <div className="week" role="img" aria-label={said.join('. ') || 'Closed all week'}>
          {days.flatMap((day) => [
            <span key={day} className={LOOKS[stateOf(day)]}>
              {day.slice(0, 3)}
            </span>,
            ' ',
          ])}
        </div>
      )}
      <p className="hours">
        {hours.flatMap(({ text }) => [<span key={text}>{text + markOf(record, 'openingHours')}</span>, ' '])}
        {isTimeZoneGiven && <span className="zone">{timeZoneLabel(timeZone) + markOf(record, 'timeZone')}</span>}
      </p>
    </div>
  )
}

function inWords(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names)
}

/** The entries of which the business's own record does not already say every line, however it is spelled. */
export function untoldEntries(entries: readonly Entry[], { addresses, phones, email, hours }: Business): Entry[] {
  const told = [...addresses, ...phones, email ?? '', hours.map(({ text }) => text).join()].map(plain)
  const isTold = (line: string) => told.some((fact) => fact.includes(plain(line)))
  return entries.filter(({ contactDetails }) => !contactDetails.split('\n').every(isTold))
}

/** Letters and digits alone: nobody means another number by other gaps in it. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
