import { type ContentKind, isShownOn } from '../../../../contract/grammar/content-kind.ts'
import { EVERY_PAGE, itemPages, type PublicPageName, publicPages } from '../../../../contract/grammar/public-pages.ts'
import type { Values } from '../../../forms/form-action.ts'
import { Chip } from '../../shell/chip.tsx'
import { MiniPage } from './mini-page.tsx'

type Props = { contentKind: ContentKind }

/** The pages on which visitors meet a record with these values, but for one of its own; none where no page shows its kind. */
export function pagesWith(contentKind: ContentKind, values: Values): PublicPageName[] {
  const { pageField, shownOn, kind } = contentKind
  const ofOthers = itemPages.filter((page) => page.kind !== kind && shownOn.includes(page.name))
  const fixed = publicPages.filter(({ name }) => isShownOn(contentKind, name))
  const pages = [...fixed, ...ofOthers].map(({ name }) => name)
  const own = pages.filter((name) => pageField !== undefined && values[pageField] === name)
  return own.length > 0 ? own : pages
}

/** Names the pages, beside the heading of an editor. */
export function ShownOn({ contentKind: { shownOn } }: Props) {
  if (shownOn.length === 0) return null
  return <Chip tone="neutral">Shown on: {shownOn.join(', ')}</Chip>
}

/** Tells where visitors meet this content kind, with a way there. */
export function WhereShown({ contentKind }: Props) {
  const { shownOn } = contentKind
  if (shownOn.length === 0) return null
  const isEverywhere = shownOn.includes(EVERY_PAGE)
  const ways = isEverywhere ? [{ name: 'the site', path: '/' }] : publicPages.filter(({ name }) => shownOn.includes(name))
  return (
    <aside aria-label="Where this shows" className="mt-8 flex max-w-160 items-start gap-5 border-t border-rule pt-6">
      <MiniPage kinds={[contentKind]} />
      <div>
        <h2 className="font-semibold">Where this shows</h2>
        <p className="text-muted">
          Visitors see this on {isEverywhere ? 'every page' : new Intl.ListFormat('en-GB').format(shownOn)}.
        </p>
        <ul className="mt-1">
          {ways.map(({ name, path }) => (
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
