import type { ReactNode } from 'react'
import type { Business } from '../../../contract/business.ts'
import type { RecordOf } from '../../../contract/section.ts'
import type { contactEntry } from '../../../contract/sections/contact-entry.ts'
import { Art } from '../../ui/art.tsx'
import { Icon } from '../../ui/icon.tsx'
import { phoneHref } from '../../ui/safe-href.ts'
import { untoldEntries } from './untold-entries.ts'

type Props = { business: Business; entries: readonly RecordOf<typeof contactEntry>[] }

/** Every way to reach the business: its own record first, then what the contact entries add to it. */
export function Ways({ business, entries }: Props) {
  const { phones, email, addresses } = business
  const more = untoldEntries(entries, business)
  if (!email && phones.length + addresses.length + more.length === 0) return null
  return (
    <ul className="ways">
      {phones.length > 0 && (
        <Way icon={<Icon name="phone" />} title="Phone number">
          {phones.map((phone) => (
            <a key={phone} href={phoneHref(phone)}>
              {phone}
            </a>
          ))}
        </Way>
      )}
      {email && (
        <Way icon={<Icon name="mail" />} title="Email">
          <a href={`mailto:${email}`}>{email}</a>
        </Way>
      )}
      {addresses.length > 0 && (
        <Way icon={<Icon name="pin" />} title="Address">
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
