import { useLocation } from 'react-router'
import { publicPage } from '../../contract/public-pages.ts'
import { DocumentForm, Honeypot } from '../forms/document-form.tsx'
import { Icon } from '../ui/icon.tsx'
import { SocialLinks } from '../ui/social-links.tsx'
import { FooterAddress } from './footer-address.tsx'
import { type FrameContent, useBusiness } from './frame-content.ts'
import { Brand, siteLinks } from './header.tsx'

const legalPages = [publicPage('Privacy'), publicPage('Terms')]

export function Footer({ logo, about, address, social, copyright }: FrameContent) {
  const { pathname } = useLocation()
  const business = useBusiness()
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
        {address && <FooterAddress business={business} />}
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
