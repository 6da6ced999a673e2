import { BRAND } from '../../contract/business.ts'
import { type PublicPageName, publicPage } from '../../contract/public-pages.ts'
import { useRoot } from '../root.tsx'
import type { PageFacts } from './page-facts.ts'

/** What link previews show, in px. */
const SHARE_IMAGE = { path: '/share.png', width: 1200, height: 630 }

/** What a public page tells search engines and link previews. React lifts all of it into the head. */
export function PublicMeta({ page, facts: { title, description } }: { page: PublicPageName; facts: PageFacts }) {
  const { origin } = useRoot()
  const address = origin + publicPage(page).path
  const fullTitle = `${clip(title, 60).replace(/\.$/, '')} | ${BRAND}`
  const summary = description && clip(description, 160)
  return (
    <>
      <title>{fullTitle}</title>
      {summary && <meta name="description" content={summary} />}
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={BRAND} />
      <meta property="og:title" content={fullTitle} />
      {summary && <meta property="og:description" content={summary} />}
      <meta property="og:url" content={address} />
      <meta property="og:image" content={origin + SHARE_IMAGE.path} />
      <meta property="og:image:width" content={String(SHARE_IMAGE.width)} />
      <meta property="og:image:height" content={String(SHARE_IMAGE.height)} />
      <meta property="og:image:alt" content={`${BRAND}: local SEO for real estate`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** Cuts at a word, so that nobody else has to. */
export function clip(text: string, most: number): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= most) return plain
  const cut = plain.slice(0, most - 1)
  return `${cut.slice(0, cut.includes(' ') ? cut.lastIndexOf(' ') : undefined).replace(/[,;:.]$/, '')}…`
}
