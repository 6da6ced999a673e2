import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { type Business, businessOf } from '../../../../contract/business.ts'
import { publicPage } from '../../../../contract/public-pages.ts'
import type { RecordOf } from '../../../../contract/section.ts'
import { copyright } from '../../../../contract/sections/copyright.ts'
import { footerAbout } from '../../../../contract/sections/footer-about.ts'
import { footerAddress } from '../../../../contract/sections/footer-address.ts'
import { footerSocial } from '../../../../contract/sections/footer-social.ts'
import { logo } from '../../../../contract/sections/logo.ts'
import { DocumentForm, Honeypot } from '../../../forms/document-form.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { phoneHref } from '../../../ui/safe-href.ts'
import { SocialLinks } from '../../../ui/social-links.tsx'
import { definePublicSection, type Outline, row } from '../../public-section.tsx'
import { Brand, siteLinks } from '../header/section.tsx'

export const outline: Outline = {
  kinds: [footerAbout, footerAddress, footerSocial, copyright],
  placedBy: 'frame',
  miniature: { height: 18, rects: [...row(4, 5, 10, 1.5), ...row(4, 9, 13, 1.5), [6, 14, 30, 1]], isDark: true },
}

export const section = definePublicSection(outline, {
  reads: { logo, about: footerAbout, address: footerAddress, social: footerSocial, copyright },
  View: Footer,
})

type Props = {
  logo: RecordOf<typeof logo> | undefined
  about: RecordOf<typeof footerAbout> | undefined
  address: RecordOf<typeof footerAddress> | undefined
  social: RecordOf<typeof footerSocial> | undefined
  copyright: RecordOf<typeof copyright> | undefined
}

const legalPages = [publicPage('Privacy'), publicPage('Terms')]

/** What stands below every page. */
function Footer({ logo, about, address, social, copyright }: Props) {
  const { pathname } = useLocation()
  const business = businessOf(address)
  return (
    <footer className="footer">
      <img className="street" src="/art/footer-street.svg" alt="" width="1600" height="190" loading="lazy" />
      <div className="container footer-columns">
        <div>
          <Brand logo={logo?.logo} name={business.name} />
          {about && (
            <>
              <h2>{about.aboutFooterText}</h2>
              <p>{about.aboutFooterDetails}</p>
            </>
          )}
        </div>
        <nav aria-label="Footer">
          <h2>Pages</h2>
          <ul className="footer-links">
            {siteLinks(pathname)
              .slice(1)
              .map(({ text, href }) => (
                <li key={href}>
                  <a href={href}>{text}</a>
                </li>
              ))}
          </ul>
        </nav>
        {address && <Address business={business} />}
        <div>
          <SubscribeForm />
          {social && (
            <>
              <h2>{social.mainAbout}</h2>
              <p>{social.aboutText}</p>
              <SocialLinks
                className="footer-social"
                owner={business.name}
                links={[
                  { network: 'Facebook', icon: 'facebook', href: social.fblink },
                  { network: 'Instagram', icon: 'instagram', href: social.inslink },
                ]}
              />
            </>
          )}
        </div>
      </div>
      <div className="container footer-end">
        <div>
          <p>{copyright?.copyrightText ?? business.name}</p>
          <ul className="footer-legal">
            {legalPages.map(({ name, path }) => (
              <li key={path}>
                <a href={path}>{name}</a>
              </li>
            ))}
          </ul>
          <a className="to-top" href="#top">
            Back to top
            <Icon name="up" />
          </a>
        </div>
      </div>
      {/* The same link for the way down: it appears after one viewport and travels along, by style alone. */}
      <div className="to-top-track">
        <a className="to-top" href="#top" aria-label="Back to top">
          <Icon name="up" />
        </a>
      </div>
    </footer>
  )
}

/** Where the business is and when it is open. */
function Address({ business: { addresses, phones, email, hours } }: { business: Business }) {
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

/** Works as a plain form; the script sends it from where one is and answers a mistake in place. */
function SubscribeForm() {
  return (
    <DocumentForm className="subscribe" action="/subscribe" busy="Sending…">
      <label htmlFor="subscriber">Subscribe by email</label>
      <div>
        <input
          id="subscriber"
          name="subemail"
          type="email"
          autoComplete="email"
          placeholder="you@example.com"
          aria-describedby="subscribe-reply"
        />
        <button type="submit" aria-describedby="subscribe-help">
          Subscribe
        </button>
      </div>
      <Honeypot />
      <p id="subscribe-help">You confirm by mail. Leave whenever you like.</p>
      <p id="subscribe-reply" className="unsent" role="status" />
    </DocumentForm>
  )
}
