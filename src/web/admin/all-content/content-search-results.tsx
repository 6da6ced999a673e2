import { Link } from 'react-router'
import { type ContentSearchResult, searchContentEndpoint } from '#contract/content/content-search.ts'
import { findContentKind } from '#contract/content-kinds.ts'
import type { ApiCallFunction, EndpointResult } from '#contract/core/endpoint.ts'
import { buildFieldId } from '../../forms/form-field.tsx'
import { LoadErrorPanel } from '../../lists/load-error.tsx'
import { type LoadFailure, loadOrReturnFailure } from '../../temporary-failures.ts'
import { AdminSection } from '../shell/admin-section.tsx'

/** The places in the content that match `search`. */
export type LoadedContentSearch = { search: string } & (EndpointResult<typeof searchContentEndpoint> | LoadFailure)

/** A single letter would match almost every text. */
const MIN_SEARCH_CHARS = 2

/** Returns undefined if `search` is too short. */
export async function loadContentSearchResults(call: ApiCallFunction, search: string): Promise<LoadedContentSearch | undefined> {
  if (search.length < MIN_SEARCH_CHARS) return undefined
  return { search, ...(await loadOrReturnFailure(() => call(searchContentEndpoint, { query: { search } }))) }
}

/** Lists the fields whose label or value matches, each with a link to its input. */
export function ContentSearchResultList({ places }: { places: LoadedContentSearch }) {
  if ('problem' in places) return <LoadErrorPanel title="In fields and text" className="mt-6" {...places} />
  const { places: matches, total } = places
  if (total === 0) return null
  return (
    <AdminSection
      headingId="places"
      heading="In fields and text"
      className="mt-6"
      aside={<p className="text-muted">{total > matches.length ? `The first ${matches.length} of ${total}` : total}</p>}
    >
      <ul className="grid grid-cols-1 px-4 pb-3 md:px-5 lg:grid-cols-2 lg:gap-x-10">
        {matches.map((place) => (
          <SearchResultItem key={`${place.kind} ${place.record} ${place.field}`} place={place} />
        ))}
      </ul>
    </AdminSection>
  )
}

function SearchResultItem({ place: { kind, field, record, excerpt, path } }: { place: ContentSearchResult }) {
  const contentKind = findContentKind(kind)
  return (
    <li className="border-t border-rule-light">
      <Link
        to={record === null ? path : `${path}#${buildFieldId(`edit-${kind}`, field)}`}
        className="block min-h-11 py-2.5 no-underline hover:underline"
      >
        <span className="font-semibold">
          {contentKind?.title}: {contentKind?.fields[field]?.label}
        </span>
        {excerpt && <span className="block truncate text-help text-muted">“{excerpt}”</span>}
      </Link>
    </li>
  )
}
