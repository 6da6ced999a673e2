import { type ContentKind, isShownOnPage } from '../../../../contract/core/content-kind.ts'
import { detailPages, EVERY_PAGE, type PublicPageName, publicPages } from '../../../../contract/core/public-pages.ts'
import type { Values } from '../../../forms/form-action.ts'
import { Chip } from '../../shell/chip.tsx'
import { PageMiniature } from './page-miniature.tsx'

type Props = { contentKind: ContentKind }

/** The pages on which visitors meet a record with these values, but for one of its own; none where no page shows its kind. */
export function findPagesShowingRecord(contentKind: ContentKind, values: Values): PublicPageName[] {
  const { pageField, shownOn, kind } = contentKind
  const otherItemPages = detailPages.filter((page) => page.kind !== kind && shownOn.includes(page.name))
  const fixedPages = publicPages.filter(({ name }) => isShownOnPage(contentKind, name))
  const pages = [...fixedPages, ...otherItemPages].map(({ name }) => name)
  const chosenPages = pages.filter((name) => pageField !== undefined && values[pageField] === name)
  return chosenPages.length > 0 ? chosenPages : pages
}

/** Names the pages, beside the heading of an editor. */
export function ShownOnChip({ contentKind: { shownOn } }: Props) {
  if (shownOn.length === 0) return null
  return <Chip tone="neutral">Shown on: {shownOn.join(', ')}</Chip>
}

/** Tells where visitors meet this content kind, with a way there. */
export function PublicPageLinks({ contentKind }: Props) {
  const { shownOn } = contentKind
  if (shownOn.length === 0) return null
  const isEverywhere = shownOn.includes(EVERY_PAGE)
  const pageLinks = isEverywhere ? [{ name: 'the site', path: '/' }] : publicPages.filter(({ name }) => shownOn.includes(name))
  return (
    <aside aria-label="Where this shows" className="mt-8 flex max-w-160 items-start gap-5 border-t border-rule pt-6">
      <PageMiniature kinds={[contentKind]} />
      <div>
        <h2 className="font-semibold">Where this shows</h2>
        <p className="text-muted">
          Visitors see this on {isEverywhere ? 'every page' : new Intl.ListFormat('en-GB').format(shownOn)}.
        </p>
        <ul className="mt-1">
          {pageLinks.map(({ name, path }) => (
            <li key={path}>
              {/* A full load: public pages are documents of their own. */}
              <a href={path} className="inline-block py-1.5 underline">
                View {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  )
}
