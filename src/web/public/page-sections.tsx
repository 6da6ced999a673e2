import { Fragment } from 'react'
import type { PublicPageName } from '../../contract/public-pages.ts'
import type { PageContent } from './page-content.ts'
import { sectionsOn } from './sections/all-sections.ts'

/** Everything that stands by itself on a page, in its order; a part without records is not drawn. */
export function PageSections({ page, content }: { page: PublicPageName; content: PageContent }) {
  return sectionsOn(page).map(({ kinds, draw }) => <Fragment key={kinds[0]?.kind}>{draw(page, content)}</Fragment>)
}
