import { useLocation } from 'react-router'
import { businessOf } from '../../../../contract/content/business.ts'
import { footerAddress } from '../../../../contract/content/kinds/footer-address.ts'
import { footerWords } from '../../../../contract/content/kinds/footer-words.ts'
import { logo } from '../../../../contract/content/kinds/logo.ts'
import { menuWords } from '../../../../contract/content/kinds/menu-words.ts'
import type { RecordOf } from '../../../../contract/grammar/content-kind.ts'
import { addressesOf, type PublicPageName, publicPage } from '../../../../contract/grammar/public-pages.ts'
import type { Viewer } from '../../../../contract/grammar/viewer.ts'
import type { WordsOf } from '../../../../contract/grammar/words.ts'
import { useRoot } from '../../../root.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { safeHref } from '../../../ui/safe-href.ts'
import { withoutMarks } from '../../field-marks.ts'
import { definePublicSection, type Outline } from '../../public-section.tsx'

export const outline: Outline = {
  kinds: [logo, menuWords],
  placedBy: 'frame',
  miniature: {
    height: 8,
    rects: [
      [6, 3, 10, 2.5],
      [44, 3.5, 30, 1.5],
    ],
  },
}

export const section = definePublicSection(outline, {
  reads: { logo, address: footerAddress, words: menuWords, footerWords },
  View: Header,
})

type MenuWords = WordsOf<typeof menuWords>

type Props = {
  logo: RecordOf<typeof logo> | undefined
  address: RecordOf<typeof footerAddress> | undefined
  words: MenuWords
  footerWords: WordsOf<typeof footerWords>
}

/** What stands above every page. */
function Header({ logo, address, words, footerWords: { topLink } }: Props) {
  const { name } = businessOf(address)
  const { pathname } = useLocation()
  const pages = siteLinks(pathname, words)
  const own = ownLinks(useRoot().viewer, pathname, words)
  return (
    <header className="header">
      <div className="container">
        <Brand logo={logo?.logo} name={name} />
        <nav className="header-links" aria-label="Main">
          <LinkList links={pages} />
          <LinkList links={own} />
        </nav>
        {/* The footer's link for the way down: the script shows it here, where it covers nothing. */}
        <a className="to-top" href="#top" aria-label={topLink}>
          <Icon name="up" />
        </a>
        <LinkButton href="/contact" look="ink">
          {words.contactButton}
        </LinkButton>
        {/* A disclosure of the browser's own: it opens without a script. */}
        <details className="menu">
          <summary aria-label="Menu">
            <Icon name="menu" />
          </summary>
          <nav aria-label="Menu">
            <LinkList links={[...pages, ...own]} />
          </nav>
        </details>
      </div>
    </header>
  )
}

function LinkList({ links }: { links: readonly SiteLink[] }) {
  return (
    <ul>
      {links.map(({ text, href, isCurrent }) => (
        <li key={href}>
          <a href={href} aria-current={isCurrent ? 'page' : undefined}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Where the person looking may go (spec section 2). */
function ownLinks({ kind }: Viewer, pathname: string, words: MenuWords): SiteLink[] {
  if (kind === 'visitor') return [{ text: words.logIn, href: '/login', isCurrent: pathname === '/login' }]
  const dashboard = { text: words.dashboard, href: '/dashboard', isCurrent: pathname === '/dashboard' }
  return kind === 'admin' ? [dashboard, { text: 'Admin', href: '/admin' }] : [dashboard]
}

type SiteLink = { text: string; href: string; isCurrent?: boolean }

/** The pages every visitor is offered (spec section 2), in the header's order; that of `address` leads to itself. */
export function siteLinks(address: string, words: MenuWords): SiteLink[] {
  const link = (name: PublicPageName, text: string, href: string): SiteLink => {
    const page = publicPage(name)
    return addressesOf(page).includes(address) ? { text, href: page.path, isCurrent: true } : { text, href }
  }
  return [
    link('Home', words.home, '/'),
    { text: words.about, href: '/#about-sec' },
    link('Services', words.services, '/#service-sec'),
    link('Pricing', words.pricing, '/#pricing-sec'),
    link('Contact', words.contact, '/contact'),
  ]
}

/** The same pages for the footer, at addresses of their own where they have one. */
export function footerLinks(words: MenuWords): SiteLink[] {
  return [
    { text: words.about, href: '/#about-sec' },
    { text: words.services, href: publicPage('Services').path },
    { text: words.pricing, href: publicPage('Pricing').path },
    { text: words.contact, href: publicPage('Contact').path },
  ]
}

type BrandProps = { logo: string | undefined; name: string }

/** More letters than these do not stand in one line beside everything else of a phone's header. */
const ONE_LINE = 9

/** The logo picture, where there is one, and the name. */
export function Brand({ logo, name }: BrandProps) {
  const address = safeHref(logo)
  return (
    <a className={withoutMarks(name).length > ONE_LINE ? 'brand brand-long' : 'brand'} href="/">
      {address && <img className="art" src={address} alt="" width="30" height="30" fetchPriority="low" />}
      <span>{name}</span>
    </a>
  )
}
