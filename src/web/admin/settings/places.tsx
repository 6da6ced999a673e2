import { Link } from 'react-router'
import { type ContentPlace, searchContent } from '../../../contract/content/content-search.ts'
import { contentKinds } from '../../../contract/content-kinds.ts'
import type { Call, ReplyOf } from '../../../contract/grammar/endpoint.ts'
import { fieldId } from '../../forms/field.tsx'
import { type LoadFailure, readOrFailure } from '../../lists/list-page.ts'
import { FailedPanel } from '../../lists/load-failed.tsx'

/** Where the content says what is looked for. */
export type Places = { search: string } & (ReplyOf<typeof searchContent> | LoadFailure)

/** How much must be typed before it is looked for: a letter is everywhere. */
const LEAST_SEARCHED = 2

/** Undefined where too little is asked for. */
export async function readPlaces(call: Call, search: string): Promise<Places | undefined> {
  if (search.length < LEAST_SEARCHED) return undefined
  return { search, ...(await readOrFailure(() => call(searchContent, { query: { search } }))) }
}

/** Fields that are called so, and values that say it, each with the way to its control. */
export function PlaceList({ places }: { places: Places }) {
  if ('problem' in places) return <FailedPanel title="In fields and texts" className="mt-6" {...places} />
  const { places: shown, total } = places
  if (total === 0) return null
  return (
    <section aria-labelledby="places" className="sheet mt-6">
      <header>
        <h2 id="places">In fields and texts</h2>
        <p className="text-muted">{total > shown.length ? `The first ${shown.length} of ${total}` : total}</p>
      </header>
      <ul className="grid grid-cols-1 px-4 pb-3 md:px-5 lg:grid-cols-2 lg:gap-x-10">
        {shown.map((place) => (
          <Place key={`${place.kind} ${place.record} ${place.field}`} place={place} />
        ))}
      </ul>
    </section>
  )
}

function Place({ place: { kind, field, record, excerpt, path } }: { place: ContentPlace }) {
  const contentKind = contentKinds.find((one) => one.kind === kind)
  return (
    <li className="border-t border-rule-light">
      <Link
        to={record === null ? path : `${path}#${fieldId(`edit-${kind}`, field)}`}
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
