import { useEffect, useState } from 'react'
import { Link, type LoaderFunctionArgs, useFetcher, useLoaderData } from 'react-router'
import { listContentTallies, type Tally } from '../../../contract/content/content-tallies.ts'
import { visitOf } from '../../visit.ts'
import { AdminPage } from '../shell/admin-page.tsx'
import { useFrameData } from '../shell/frame-data.ts'
import { adminPaths, groups } from '../site-map.ts'
import { CardFilter, type Filter, isFound } from './card-filter.tsx'
import { cardsOf } from './cards.ts'
import { EditorGroup } from './editor-group.tsx'
import { PlaceList, type Places, readPlaces } from './places.tsx'

type Loaded = { tallies: Tally[]; places: Places | undefined; search: string }

export async function loader({ context, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { call } = visitOf(context)
  const search = (new URL(request.url).searchParams.get('search') ?? '').trim()
  const [tallies, places] = await Promise.all([call(listContentTallies, {}), readPlaces(call, search)])
  return { tallies, places, search }
}

/** The menu of editors (spec section 2): one card for each, grouped in page order. */
export function Page() {
  const loaded = useLoaderData<Loaded>()
  const cards = cardsOf(loaded.tallies, useFrameData().drafted)
  const [filter, setFilter] = useState<Filter>({ words: loaded.search, state: 'All' })
  const places = usePlaces(loaded, filter.words.trim())
  const found = cards.filter((card) => isFound(card, filter))
  const hasPlaces = places !== undefined && !('problem' in places) && places.total > 0
  return (
    <AdminPage
      heading="Setting"
      note={
        <>
          One card for each part, in page order.{' '}
          <Link to={adminPaths.siteChecks} className="underline">
            Check my site
          </Link>
        </>
      }
      ground="paper"
      crumbs={[{ name: 'Overview', to: adminPaths.overview }, { name: 'Setting' }]}
      aside={<CardFilter cards={cards} filter={filter} onFilter={setFilter} found={found.length} />}
    >
      <div className="px-(--edge) pb-16">
        {places && <PlaceList places={places} />}
        <div className="gap-x-4 min-[90rem]:grid min-[90rem]:grid-cols-2">
          {Object.entries(groups).map(([group, words]) => (
            <EditorGroup
              key={group}
              {...words}
              cards={found.filter((card) => card.group === group)}
              isWide={cards.filter((card) => card.group === group).length > 2}
            />
          ))}
        </div>
        {found.length === 0 && !hasPlaces && (
          <p className="mt-8 text-muted">Nothing matches. Clear the box to see all sections.</p>
        )}
      </div>
    </AdminPage>
  )
}

/** How long typing must rest (ms) before the texts are looked through. */
const DEBOUNCE = 250

/** Where the texts say what is typed; what was found last stays until the next answer, so that nothing flickers. */
function usePlaces(loaded: Loaded, words: string): Places | undefined {
  const { data = loaded, load } = useFetcher<Loaded>()
  const isNews = words !== data.search
  useEffect(() => {
    if (!isNews) return
    const timer = setTimeout(() => void load(`${adminPaths.settings}?${new URLSearchParams({ search: words })}`), DEBOUNCE)
    return () => clearTimeout(timer)
  }, [isNews, words, load])
  return words === '' ? undefined : data.places
}
