import { type ContentKind, isKindShownOnPage } from '#contract/core/content-kind.ts'
import { detailPages, EVERY_PAGE, type PublicPageName, publicPages } from '#contract/core/public-pages.ts'
import type { Values } from '#web/forms/form-action.ts'
import { Chip } from '../../shell/chip.tsx'

type Props = { contentKind: ContentKind }

/** Returns the pages that show a record with these values, without the record's own page. */
export function findPagesShowingRecord(contentKind: ContentKind, values: Values): PublicPageName[] {
  const { pageField, shownOn, kind, isOnPage = () => true } = contentKind
  const otherItemPages = detailPages.filter((page) => page.kind !== kind && shownOn.includes(page.name))
  const fixedPages = publicPages.filter(({ name }) => isKindShownOnPage(contentKind, name))
  const pages = [...fixedPages, ...otherItemPages].map(({ name }) => name).filter((name) => isOnPage(values, name))
  const chosenPages = pages.filter((name) => pageField !== undefined && values[pageField] === name)
  return chosenPages.length > 0 ? chosenPages : pages
}

export function ShownOnPagesChip({ contentKind: { shownOn } }: Props) {
  if (shownOn.length === 0) return null
  return <Chip tone="neutral">Shown on: {shownOn.join(', ')}</Chip>
}

export function PublicPageLinks({ contentKind }: Props) {
  const { shownOn } = contentKind
  if (shownOn.length === 0) return null
  const isEverywhere = shownOn.includes(EVERY_PAGE)
  const pageLinks = isEverywhere ? [{ name: 'the site', path: '/' }] : publicPages.filter(({ name }) => shownOn.includes(name))
  return (
    <aside aria-label="Where this shows" className="mt-8 max-w-160 border-t border-rule pt-6">
      <h2 className="font-semibold">Where this shows</h2>
      <p className="text-muted">
        Visitors see this on {isEverywhere ? 'every page' : new Intl.ListFormat('en-US').format(shownOn)}.
      </p>
      <ul className="mt-1">
        {pageLinks.map(({ name, path }) => (
          <li key={path}>
            {/* Not a router link, because public pages are separate documents. */}
            <a href={path} className="inline-block py-1.5 underline">
              View {name}
            </a>
          </li>
        ))}
      </ul>
    </aside>
  )
}
