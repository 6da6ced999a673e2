import { Fragment } from 'react'
import type { ContentKind } from '#contract/core/content-kind.ts'
import type { PublicPageName } from '#contract/core/public-pages.ts'
import type { PageContent } from '../../page-content.ts'
import { isSectionOnPage, type PublicSection, sortSectionsByPageOrder } from '../public-section.tsx'

/**
 * All sections of the public pages, from the `section.tsx` of each folder beside this file (decision 40).
 * The query keeps views in their own modules: the editor loads kinds and miniatures at once and views with the preview (decision 46).
 */
const publicSections = sortSectionsByPageOrder(
  Object.values(import.meta.glob<PublicSection>('./*/section.tsx', { eager: true, import: 'section', query: '?view' })),
)

/** Returns the section that shows a kind, for the page or frame that places it. Throws if there is none. */
export function getSectionForKind(kind: ContentKind): PublicSection {
  const section = publicSections.find(({ kinds }) => kinds.includes(kind))
  if (!section) throw new Error(`No section of the public pages shows the kind ${kind.kind}`)
  return section
}

/** Returns the sections of a page in order, without those that the frame or the page places. */
export function listPageSections(page: PublicPageName): PublicSection[] {
  return publicSections.filter((section) => !section.renderedBy && isSectionOnPage(section, page))
}

/** Returns the kinds that a page must load. The frame loads its own. */
export function listContentKindsOfPage(page: PublicPageName): ContentKind[] {
  return publicSections
    .filter((section) => section.renderedBy !== 'frame' && isSectionOnPage(section, page))
    .flatMap(({ reads }) => reads)
}

/** Renders the sections of a page in order. Sections without records render nothing. */
export function PageSections({ page, content }: { page: PublicPageName; content: PageContent }) {
  return listPageSections(page).map(({ kinds, render }) => <Fragment key={kinds[0]?.kind}>{render(content, page)}</Fragment>)
}
