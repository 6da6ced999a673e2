import { useLocation } from 'react-router'
import { businessOf } from '../../../../contract/business.ts'
import { footerAddress } from '../../../../contract/sections/footer-address.ts'
import { logo } from '../../../../contract/sections/logo.ts'
import type { Viewer } from '../../../../contract/viewer.ts'
import type { FrameContent } from '../../../layout/frame-content.ts'
import { type SiteLink, siteLinks } from '../../../layout/site-links.ts'
import { useRoot } from '../../../root.tsx'
import { Brand } from '../../../ui/brand.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { definePublicSection, type Outline } from '../../public-section.tsx'

export const outline: Outline = {
  kinds: [logo],
  placedBy: 'frame',
  miniature: {
    height: 8,
    rects: [
      [6, 3, 10, 2.5],
      [44, 3.5, 30, 1.5],
    ],
  },
}

export const section = definePublicSection(outline, { reads: { logo, address: footerAddress }, View: Header })

export function Header({ logo, address }: Pick<FrameContent, 'logo' | 'address'>) {
  const { name } = businessOf(address)
  const { pathname } = useLocation()
  const pages = siteLinks(pathname)
  const own = ownLinks(useRoot().viewer, pathname)
  return (
    <header className="header">
      <div className="container">
        <Brand logo={logo?.logo} name={name} />
        <nav className="header-links" aria-label="Main">
          <LinkList links={pages} />
          <LinkList links={own} />
        </nav>
        <LinkButton href="/contact" look="ink">
          Contact Now
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
function ownLinks({ kind }: Viewer, pathname: string): SiteLink[] {
  if (kind === 'visitor') return [{ text: 'Log in', href: '/login' }]
  const dashboard = { text: 'Dashboard', href: '/dashboard', isCurrent: pathname === '/dashboard' }
  return kind === 'admin' ? [dashboard, { text: 'Admin', href: '/admin' }] : [dashboard]
}
