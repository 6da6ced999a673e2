import { Fragment } from 'react'
import type { ContentKind } from '../../../contract/core/content-kind.ts'
import type { PublicPageName } from '../../../contract/core/public-pages.ts'
import type { PageContent } from '../../page-content.ts'
import { isOnPage, type PublicSection, sortByPageOrder } from '../define-public-section.tsx'

/**
 * Every part of the public pages: what each folder beside this file declares in its `section.tsx` (decision 40). The name
 * behind the question mark keeps the views in modules of their own: an editor loads the outlines at once, the views with its
 * preview (decision 46).
 */
const publicSections = sortByPageOrder(
  Object.values(import.meta.glob<PublicSection>('./*/section.tsx', { eager: true, import: 'section', query: '?view' })),
)

/** The part in which a kind of content is drawn, for the page or the frame that puts it into its place. */
export function getSectionForKind(kind: ContentKind): PublicSection {
  const found = publicSections.find(({ kinds }) => kinds.includes(kind))
  if (!found) throw new Error(`No part of the public pages draws ${kind.kind}`)
  return found
}

/** The parts that stand by themselves on a page, top to bottom. */
export function getPageSections(page: PublicPageName): PublicSection[] {
  return publicSections.filter((section) => !section.renderedBy && isOnPage(section, page))
}

/** The kinds whose records a page needs besides what the frame around it reads. */
export function getPageKinds(page: PublicPageName): ContentKind[] {
  return publicSections
    .filter((section) => section.renderedBy !== 'frame' && isOnPage(section, page))
    .flatMap(({ reads }) => reads)
}

/** Everything that stands by itself on a page, in its order; a part without records is not drawn. */
export function PageSections({ page, content }: { page: PublicPageName; content: PageContent }) {
  return getPageSections(page).map(({ kinds, render: draw }) => <Fragment key={kinds[0]?.kind}>{draw(content, page)}</Fragment>)
}
