export type SiteLink = { text: string; href: string; isCurrent?: boolean }

/** The pages every visitor is offered (spec section 2), in the header's order; `page` is the one they are on. */
export function siteLinks(page: string): SiteLink[] {
  const path = page.replace(/(.)\/$/, '$1')
  return [
    { text: 'Home', href: '/', isCurrent: path === '/' },
    { text: 'About Us', href: '/#about-sec' },
    { text: 'Services', href: '/#service-sec', isCurrent: path === '/service' },
    { text: 'Pricing', href: '/#pricing-sec', isCurrent: path === '/pricing' },
    { text: 'Contact Us', href: '/contact', isCurrent: path === '/contact' || path === '/contact-us' },
  ]
}
