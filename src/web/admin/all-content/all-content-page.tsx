import { useEffect, useState } from 'react'
import { Link, type LoaderFunctionArgs, useFetcher, useLoaderData, useLocation } from 'react-router'
import { listRecordAndSampleCountsEndpoint, type RecordAndSampleCounts } from '#contract/content/content-readiness.ts'
import { getPageRequestContext } from '../../page-request-context.ts'
import { adminPaths, buildEditorGroupCrumbs, editorGroups, parseEditorGroup } from '../admin-paths.ts'
import { useAdminLayoutData } from '../shell/admin-layout-data.ts'
import { AdminPage } from '../shell/admin-page.tsx'
import { ContentSearchResultList, type LoadedContentSearch, loadContentSearchResults } from './content-search-results.tsx'
import { EditorCardFilter, type EditorCardFilterState, matchesEditorCardFilter } from './editor-card-filter.tsx'
import { EditorCardGroup } from './editor-card-group.tsx'
import { buildEditorCards } from './editor-cards.ts'

type LoaderData = { counts: RecordAndSampleCounts[]; places: LoadedContentSearch | undefined; search: string }

export async function loader({ context, request }: LoaderFunctionArgs): Promise<LoaderData> {
  const { call } = getPageRequestContext(context)
  const search = (new URL(request.url).searchParams.get('search') ?? '').trim()
  const [counts, places] = await Promise.all([
    call(listRecordAndSampleCountsEndpoint, {}),
    loadContentSearchResults(call, search),
  ])
  return { counts, places, search }
}

/** Shows one card per editor, grouped in page order (P-177). */
export function Page() {
  const loaderData = useLoaderData<LoaderData>()
  const part = parseEditorGroup(useLocation().search)
  const cards = buildEditorCards(loaderData.counts, useAdminLayoutData().stagedRecords).filter(
    ({ group }) => !part || group === part,
  )
  const [filter, setFilter] = useState<EditorCardFilterState>({ text: loaderData.search, state: 'All' })
  const places = useContentSearch(loaderData, filter.text.trim())
  const matchingCards = cards.filter((card) => matchesEditorCardFilter(card, filter))
  const hasSearchResults = places !== undefined && !('problem' in places) && places.total > 0
  return (
    <AdminPage
      heading={part ? editorGroups[part].title : 'All content'}
      note={
        part ? (
          editorGroups[part].note
        ) : (
          <>
            One card for each part, in page order.{' '}
            <Link to={adminPaths.transfer} className="underline">
              Export and import
            </Link>
          </>
        )
      }
      crumbs={
        part
          ? buildEditorGroupCrumbs(part).map(({ name, to }, index) => (index === 0 ? { name, to } : { name }))
          : [{ name: 'Overview', to: adminPaths.overview }, { name: 'All content' }]
      }
      aside={<EditorCardFilter cards={cards} filter={filter} onFilter={setFilter} matchCount={matchingCards.length} />}
    >
      <div className="px-(--edge) pb-16">
        {places && <ContentSearchResultList places={places} />}
        <div className="gap-x-4 min-[90rem]:grid min-[90rem]:grid-cols-2">
          {Object.entries(editorGroups).map(([group, groupTexts]) => (
            <EditorCardGroup
              key={group}
              {...groupTexts}
              isOnlyGroup={part !== undefined}
              cards={matchingCards.filter((card) => card.group === group)}
              isWide={part !== undefined || cards.filter((card) => card.group === group).length > 2}
            />
          ))}
        </div>
        {matchingCards.length === 0 && !hasSearchResults && (
          <p className="mt-8 text-muted">Nothing matches. Clear the search box to see everything.</p>
        )}
      </div>
    </AdminPage>
  )
}

/** The pause in typing (ms) that starts a search. */
const DEBOUNCE_MS = 250

/** Searches the content after a pause in typing. The last results stay until the next ones arrive. */
function useContentSearch(loaderData: LoaderData, searchText: string): LoadedContentSearch | undefined {
  const { data = loaderData, load } = useFetcher<LoaderData>()
  const hasChanged = searchText !== data.search
  useEffect(() => {
    if (!hasChanged) return
    const timer = setTimeout(
      () => void load(`${adminPaths.allContent}?${new URLSearchParams({ search: searchText })}`),
      DEBOUNCE_MS,
    )
    return () => clearTimeout(timer)
  }, [hasChanged, searchText, load])
  return searchText === '' ? undefined : data.places
}
