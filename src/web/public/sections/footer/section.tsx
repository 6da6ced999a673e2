import type { ReactNode } from 'react'
import { type BusinessFacts, buildBusinessFacts } from '#contract/content/build-business-facts.ts'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { copyright } from '#contract/content/kinds/copyright.ts'
import { footerAbout } from '#contract/content/kinds/footer-about.ts'
import { footerCopy } from '#contract/content/kinds/footer-copy.ts'
import { footerSocialLinks } from '#contract/content/kinds/footer-social-links.ts'
import { legalClause } from '#contract/content/kinds/legal-clause.ts'
import { logo } from '#contract/content/kinds/logo.ts'
import { menuCopy } from '#contract/content/kinds/menu-copy.ts'
import { samplePageIntro } from '#contract/content/kinds/sample-page-intro.ts'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import { hasSocialProfilePath } from '#contract/content/social-profile-url.ts'
import { getPublicPage, type PublicPageName } from '#contract/core/public-pages.ts'
import { Honeypot, HtmlForm } from '#web/forms/html-form.tsx'
import { isPagePublished, type PageContent } from '#web/page-content.ts'
import { usePageAccess } from '#web/root-route.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { toPhoneUrl } from '#web/ui/phone-url.ts'
import { SampleNotice } from '#web/ui/sample-notice.tsx'
import { SocialLinks } from '#web/ui/social-links.tsx'
import { getFieldMarkCharacter } from '../../preview-field-mark-characters.ts'
import { definePublicSection, drawRow, type SectionKindsAndMiniature, type SectionViewProps } from '../../public-section.tsx'
import { BrandLink, type SiteFrameLinkData } from '../header/section.tsx'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [footerAbout, businessInfo, footerSocialLinks, copyright, footerCopy],
  renderedBy: 'frame',
  miniature: { height: 18, ink: `${drawRow(4, 5, 10, 1.5) + drawRow(4, 9, 13, 1.5)}M6 14h30v1h-30z`, isDark: true },
}

const reads = {
  logo,
  about: footerAbout,
  address: businessInfo,
  social: footerSocialLinks,
  copyright,
  copy: footerCopy,
  menu: menuCopy,
  services: serviceItem,
  sheets: samplePageIntro,
  clauses: legalClause,
}

export const section = definePublicSection(sectionKindsAndMiniature, reads, Footer)

type Props = SectionViewProps<typeof reads>

function Footer({ logo, about, address, social, copyright, copy, menu, services, sheets, clauses }: Props) {
  const business = buildBusinessFacts(address)
  const content: PageContent = { [samplePageIntro.kind]: sheets, [legalClause.kind]: clauses }
  const link = (page: PublicPageName, text: string) =>
    isPagePublished(page, content) ? [{ text, href: getPublicPage(page).path }] : []
  const isClientPage = usePageAccess() === 'signedIn'
  const serviceLinks = services.flatMap(({ serviceTitle, _path }) => (_path ? { text: serviceTitle, href: _path } : []))
  return (
    <footer className="footer">
      {!isClientPage && (
        <img className="street" src="/art/footer-street.svg" alt="" width="1600" height="190" fetchPriority="low" />
      )}
      <div className="container footer-columns">
        {!isClientPage && (
          <>
            <div>
              <BrandLink logo={logo?.logo} name={business.name} />
              {about && (
                <>
                  <h2>{about.aboutFooterText}</h2>
                  <p>{about.aboutFooterDetails}</p>
                </>
              )}
            </div>
            <nav aria-label="Footer">
              <h2>{copy.pagesHeading}</h2>
              <FooterLinks
                links={[
                  ...buildFooterPageLinks(menu),
                  ...link('Sample report', copy.reportLink),
                  ...link('Sample audit', copy.auditLink),
                ]}
              />
            </nav>
            {serviceLinks.length > 0 && (
              <nav aria-label={copy.servicesHeading}>
                <h2>{copy.servicesHeading}</h2>
                <FooterLinks links={serviceLinks} />
              </nav>
            )}
          </>
        )}
        {address && <BusinessAddress record={address} business={business} heading={copy.addressHeading} />}
        {!isClientPage && (
          <div>
            <SubscribeForm copy={copy} />
            {social && <SocialProfiles record={social} owner={business.name} />}
          </div>
        )}
      </div>
      <div className="container footer-end">
        <div>
          <p>{copyright?.copyrightText ?? business.name}</p>
          <FooterLinks
            className="footer-legal"
            links={[...link('Privacy', copy.privacyLink), ...link('Terms', copy.termsLink)]}
          />
          <a className="to-top" href="#top">
            {copy.topLink}
            <Icon name="up" />
          </a>
        </div>
      </div>
    </footer>
  )
}

function FooterLinks({ links, className = 'footer-links' }: { links: readonly SiteFrameLinkData[]; className?: string }) {
  return (
    <ul className={className}>
      {links.map(({ text, href }) => (
        <li key={href}>
          <a href={href}>{text}</a>
        </li>
      ))}
    </ul>
  )
}

/** Links the social profiles. Shows the sample mark while the record is a sample; hides links without a profile. */
function SocialProfiles({ record, owner }: { record: NonNullable<Props['social']>; owner: string }) {
  const { mainAbout, aboutText, fblink, inslink } = record
  const hasProfile = [fblink, inslink].some(hasSocialProfilePath)
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
      {!hasProfile && <SampleNotice records={[record]} contentLabel="links" />}
    </>
  )
}

type AddressProps = { record: NonNullable<Props['address']>; business: BusinessFacts; heading: string }

function BusinessAddress({ record, business, heading }: AddressProps) {
  const { addresses, phones, email, hours } = business
  return (
    <div>
      <h2>{heading}</h2>
      <address>
        {addresses.map((address) => (
          <AddressLine key={address} icon="pin">
            <p>{address}</p>
          </AddressLine>
        ))}
        <AddressLine icon="phone">
          {phones.flatMap((phone) => [
            <a key={phone} href={toPhoneUrl(phone)}>
              {phone}
            </a>,
            ' ',
          ])}
        </AddressLine>
        {email && (
          <AddressLine icon="mail">
            <a href={`mailto:${email}`}>{email}</a>
          </AddressLine>
        )}
        <AddressLine icon="clock">
          {hours.map(({ text }) => (
            <p key={text}>{text + getFieldMarkCharacter(record, 'openingHours')}</p>
          ))}
        </AddressLine>
      </address>
    </div>
  )
}

function AddressLine({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <div className="footer-line">
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  )
}

/** Renders the subscription form. The script sends it without leaving the page, and shows errors in place. */
function SubscribeForm({ copy }: Pick<Props, 'copy'>) {
  return (
    <HtmlForm className="subscribe" action="/subscribe" busyLabel="Sending…">
      <label htmlFor="subscriber">{copy.subscribeLabel}</label>
      <div>
        <input
          id="subscriber"
          name="subemail"
          type="email"
          autoComplete="email"
          placeholder={copy.subscribeExample}
          aria-describedby="subscribe-reply"
        />
        <button type="submit" aria-describedby="subscribe-help">
          {copy.subscribeButton}
        </button>
      </div>
      <Honeypot type="checkbox" />
      <p id="subscribe-help">{copy.subscribeNote}</p>
      <p id="subscribe-reply" className="send-error" role="status" />
    </HtmlForm>
  )
}

/** Returns the page links of the footer. Services and Pricing lead to their own pages. */
export function buildFooterPageLinks(menu: Props['menu']): SiteFrameLinkData[] {
  return [
    { text: menu.about, href: '/#about-sec' },
    { text: menu.services, href: getPublicPage('Services').path },
    { text: menu.pricing, href: getPublicPage('Pricing').path },
    { text: menu.contact, href: getPublicPage('Contact').path },
  ]
}
