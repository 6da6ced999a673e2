import type { ReactNode } from 'react'
import type { Business } from '../../contract/business.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { phoneHref } from '../ui/safe-href.ts'

/** Where the business is and when it is open. */
export function FooterAddress({ business: { addresses, phones, email, hours } }: { business: Business }) {
  return (
    <address>
      <h2>Contact Us</h2>
      {addresses.map((address) => (
        <Line key={address} icon="pin">
          <p>{address}</p>
        </Line>
      ))}
      <Line icon="phone">
        {phones.map((phone) => (
          <a key={phone} href={phoneHref(phone)}>
            {phone}
          </a>
        ))}
      </Line>
      {email && (
        <Line icon="mail">
          <a href={`mailto:${email}`}>{email}</a>
        </Line>
      )}
      <Line icon="clock">
        {hours.map(({ text }) => (
          <p key={text}>{text}</p>
        ))}
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
