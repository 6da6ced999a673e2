import { useLocation } from 'react-router'
import { buildBusinessFacts } from '#contract/content/build-business-facts.ts'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { footerCopy } from '#contract/content/kinds/footer-copy.ts'
import { logo } from '#contract/content/kinds/logo.ts'
import { menuCopy } from '#contract/content/kinds/menu-copy.ts'
import { getPublicPage, listPathAndAlternatePath, type PublicPageName } from '#contract/core/public-pages.ts'
import type { Viewer } from '#contract/core/viewer.ts'
import { usePageAccess, useRootData } from '#web/root-route.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { toSafeUrl } from '#web/ui/safe-url.ts'
import { stripFieldMarkCharacters } from '../../preview-field-mark-characters.ts'
import { definePublicSection, type SectionKindsAndMiniature, type SectionViewProps } from '../../public-section.tsx'

export const sectionKindsAndMiniature: SectionKindsAndMiniature = {
  kinds: [logo, menuCopy],
  renderedBy: 'frame',
  miniature: { height: 8, ink: 'M6 3h10v2.5h-10zM44 3.5h30v1.5h-30z' },
}

const reads = { logo, address: businessInfo, copy: menuCopy, footerTexts: footerCopy }

export const section = definePublicSection(sectionKindsAndMiniature, reads, Header)

type Props = SectionViewProps<typeof reads>

function Header({ logo, address, copy, footerTexts: { topLink } }: Props) {
  const { name } = buildBusinessFacts(address)
  const { pathname } = useLocation()
  const isClientPage = usePageAccess() === 'signedIn'
  const pages = isClientPage ? [] : buildHeaderLinks(pathname, copy)
  const accountLinks = [
    ...buildAccountLinks(useRootData().viewer, pathname, copy),
    ...(isClientPage ? buildClientLinks(pathname, copy) : []),
  ]
  return (
    <header className="header">
      <div className="container">
        <BrandLink logo={logo?.logo} name={name} />
        <nav className="header-links" aria-label="Main">
          {!isClientPage && <LinkList links={pages} />}
          <LinkList links={accountLinks} />
        </nav>
        {/* The script shows this link after scrolling down. Here it covers no content. */}
        <a className="to-top" href="#top" aria-label={topLink}>
          <Icon name="up" />
        </a>
        {!isClientPage && (
          <LinkButton href="/contact" buttonStyle="ink">
            {copy.contactButton}
          </LinkButton>
        )}
        {/* A native disclosure: it opens without JavaScript. */}
        <details className="menu">
          <summary aria-label="Menu">
            <Icon name="menu" />
          </summary>
          <nav aria-label="Menu">
            <LinkList links={[...pages, ...accountLinks]} />
          </nav>
        </details>
      </div>
    </header>
  )
}

function LinkList({ links }: { links: readonly SiteFrameLinkData[] }) {
  return (
    <ul>
      {links.map(({ text, href, rel, isCurrent }) => (
        <li key={href}>
          <a href={href} rel={rel} aria-current={isCurrent ? 'page' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Returns the account links for the viewer's role (P-132). */
function buildAccountLinks({ kind }: Viewer, pathname: string, copy: Props['copy']): SiteFrameLinkData[] {
  if (kind === 'visitor') return [{ text: copy.logIn, href: '/login', rel: 'nofollow', isCurrent: pathname === '/login' }]
  const dashboard = { text: copy.dashboard, href: '/dashboard', isCurrent: pathname === '/dashboard' }
  return kind === 'admin' ? [dashboard, { text: 'Admin', href: '/admin' }] : [dashboard]
}

/** Returns the other links of account and customer pages (P-341). */
function buildClientLinks(pathname: string, copy: Props['copy']): SiteFrameLinkData[] {
  return [
    { text: copy.help, href: '/contact' },
    { text: copy.account, href: '/account', isCurrent: pathname === '/account' },
    { text: copy.logOut, href: '/sign-out' },
  ]
}

export type SiteFrameLinkData = { text: string; href: string; rel?: 'nofollow'; isCurrent?: boolean }

/** Returns the page links of the header (P-131). The home page links its own sections; the current page's link leads to itself. */
function buildHeaderLinks(currentPath: string, copy: Props['copy']): SiteFrameLinkData[] {
  const isHome = currentPath === getPublicPage('Home').path
  const link = (name: PublicPageName, text: string, anchor?: `#${string}`): SiteFrameLinkData => {
    const page = getPublicPage(name)
    const isCurrent = listPathAndAlternatePath(page).includes(currentPath)
    return { text, href: isHome && anchor ? `/${anchor}` : page.path, ...(isCurrent && { isCurrent }) }
  }
  return [
    link('Home', copy.home),
    { text: copy.about, href: '/#about-sec' },
    link('Services', copy.services, '#service-sec'),
    link('Pricing', copy.pricing, '#pricing-sec'),
    link('Contact', copy.contact),
  ]
}

type BrandProps = { logo: string | undefined; name: string }

/** A longer name needs a second line in a phone's header. */
const MAX_ONE_LINE_CHARS = 9

/** Renders the logo, if there is one, and the name. */
export function BrandLink({ logo, name }: BrandProps) {
  const logoUrl = toSafeUrl(logo)
  return (
    <a className={stripFieldMarkCharacters(name).length > MAX_ONE_LINE_CHARS ? 'brand brand-long' : 'brand'} href="/">
      {logoUrl && <img className="art" src={logoUrl} alt="" width="30" height="30" fetchPriority="low" />}
      <span>{name}</span>
    </a>
  )
}
