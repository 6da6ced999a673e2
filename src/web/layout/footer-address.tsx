import type { ReactNode } from 'react'
import type { RecordOf } from '../../contract/section.ts'
import type { footerAddress } from '../../contract/sections/footer-address.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { phoneHref } from '../ui/safe-href.ts'

/** Where the business is; with one office or one number the second repeats the first and is shown once. */
export function FooterAddress({ record }: { record: RecordOf<typeof footerAddress> }) {
  const phones = [...new Set([record.banPhone, record.ukPhone])]
  return (
    <address>
      <h2>Contact Us</h2>
      {[...new Set([record.banLocation, record.ukLocation])].map((location) => (
        <Line key={location} icon="pin">
          <p>{location}</p>
        </Line>
      ))}
      <Line icon="phone">
        {phones.map((phone) => (
          <a key={phone} href={phoneHref(phone)}>
            {phone}
          </a>
        ))}
      </Line>
      <Line icon="mail">
        <a href={`mailto:${record.footerEmail}`}>{record.footerEmail}</a>
      </Line>
    </address>
  )
}

function Line({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <div className="footer-line">
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  )
}
