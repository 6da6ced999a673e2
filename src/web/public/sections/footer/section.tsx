import type { ReactNode } from 'react'
import { type Business, businessOf } from '../../../../contract/content/business.ts'
import { copyright } from '../../../../contract/content/kinds/copyright.ts'
import { footerAbout } from '../../../../contract/content/kinds/footer-about.ts'
import { footerAddress } from '../../../../contract/content/kinds/footer-address.ts'
import { footerSocial } from '../../../../contract/content/kinds/footer-social.ts'
import { footerWords } from '../../../../contract/content/kinds/footer-words.ts'
import { logo } from '../../../../contract/content/kinds/logo.ts'
import { menuWords } from '../../../../contract/content/kinds/menu-words.ts'
import { isProfile } from '../../../../contract/content/profiles.ts'
import type { RecordOf } from '../../../../contract/grammar/content-kind.ts'
import { publicPage } from '../../../../contract/grammar/public-pages.ts'
import type { WordsOf } from '../../../../contract/grammar/words.ts'
import { DocumentForm, Honeypot } from '../../../forms/document-form.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { phoneHref } from '../../../ui/safe-href.ts'
import { SampleMark } from '../../../ui/sample-mark.tsx'
import { SocialLinks } from '../../../ui/social-links.tsx'
import { markOf } from '../../field-marks.ts'
import { definePublicSection, type Outline, row } from '../../public-section.tsx'
import { Brand, footerLinks } from '../header/section.tsx'

export const outline: Outline = {
  kinds: [footerAbout, footerAddress, footerSocial, copyright, footerWords],
  placedBy: 'frame',
  miniature: { height: 18, rects: [...row(4, 5, 10, 1.5), ...row(4, 9, 13, 1.5), [6, 14, 30, 1]], isDark: true },
}

export const section = definePublicSection(outline, {
  reads: {
    logo,
    about: footerAbout,
    address: footerAddress,
    social: footerSocial,
    copyright,
    words: footerWords,
    menu: menuWords,
  },
  View: Footer,
})

type FooterWords = WordsOf<typeof footerWords>
type Props = {
  logo: RecordOf<typeof logo> | undefined
  about: RecordOf<typeof footerAbout> | undefined
  address: RecordOf<typeof footerAddress> | undefined
  social: RecordOf<typeof footerSocial> | undefined
  copyright: RecordOf<typeof copyright> | undefined
  words: FooterWords
  menu: WordsOf<typeof menuWords>
}

/** What stands below every page. */
function Footer({ logo, about, address, social, copyright, words, menu }: Props) {
  const business = businessOf(address)
  const legalPages = [
    { text: words.privacyLink, path: publicPage('Privacy').path },
    { text: words.termsLink, path: publicPage('Terms').path },
  ]
  return (
    <footer className="footer">
      <img className="street" src="/art/footer-street.svg" alt="" width="1600" height="190" fetchPriority="low" />
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
          <h2>{words.pagesHeading}</h2>
          <ul className="footer-links">
            {footerLinks(menu).map(({ text, href }) => (
              <li key={href}>
                <a href={href}>{text}</a>
              </li>
            ))}
          </ul>
        </nav>
        {address && <Address record={address} business={business} heading={words.addressHeading} />}
        <div>
          <SubscribeForm words={words} />
          {social && <Social record={social} owner={business.name} />}
        </div>
      </div>
      <div className="container footer-end">
        <div>
          <p>{copyright?.copyrightText ?? business.name}</p>
          <ul className="footer-legal">
            {legalPages.map(({ text, path }) => (
              <li key={path}>
                <a href={path}>{text}</a>
              </li>
            ))}
          </ul>
          <a className="to-top" href="#top">
            {words.topLink}
            <Icon name="up" />
          </a>
        </div>
      </div>
    </footer>
  )
}

/** Where else the business writes: a sample says so, and profiles that nobody has are not there. */
function Social({ record, owner }: { record: RecordOf<typeof footerSocial>; owner: string }) {
  const { mainAbout, aboutText, fblink, inslink } = record
  const hasProfile = [fblink, inslink].some(isProfile)
  if (!hasProfile && !record._sample) return null
  return (
    <>
      <h2>{mainAbout}</h2>
      <p>{aboutText}</p>
      <SocialLinks
        className="footer-social"
        owner={owner}
        links={[
          { network: 'Facebook', icon: 'facebook', href: fblink },
          { network: 'Instagram', icon: 'instagram', href: inslink },
        ]}
      />
      {!hasProfile && <SampleMark records={[record]} what="links" />}
    </>
  )
}

type AddressProps = { record: RecordOf<typeof footerAddress>; business: Business; heading: string }

/** Where the business is and when it is open. */
function Address({ record, business, heading }: AddressProps) {
  const { addresses, phones, email, hours } = business
  return (
    <address>
      <h2>{heading}</h2>
      {addresses.map((address) => (
        <Line key={address} icon="pin">
          <p>{address}</p>
        </Line>
      ))}
      <Line icon="phone">
        {phones.flatMap((phone) => [
          <a key={phone} href={phoneHref(phone)}>
            {phone}
          </a>,
          ' ',
        ])}
      </Line>
      {email && (
        <Line icon="mail">
          <a href={`mailto:${email}`}>{email}</a>
        </Line>
      )}
      <Line icon="clock">
        {hours.map(({ text }) => (
          <p key={text}>{text + markOf(record, 'openingHours')}</p>
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
function SubscribeForm({ words }: { words: FooterWords }) {
  return (
    <DocumentForm className="subscribe" action="/subscribe" busy="Sending…">
      <label htmlFor="subscriber">{words.subscribeLabel}</label>
      <div>
        <input
          id="subscriber"
          name="subemail"
          type="email"
          autoComplete="email"
          placeholder={words.subscribeExample}
          aria-describedby="subscribe-reply"
        />
        <button type="submit" aria-describedby="subscribe-help">
          {words.subscribeButton}
        </button>
      </div>
      <Honeypot />
      <p id="subscribe-help">{words.subscribeNote}</p>
      <p id="subscribe-reply" className="unsent" role="status" />
    </DocumentForm>
  )
}
