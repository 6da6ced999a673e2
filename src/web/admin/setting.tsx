import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { listContentTallies, type Tally } from '../../contract/content-tallies.ts'
import { visitOf } from '../visit.ts'
import { CHECKS } from './checks/address.ts'
import { useFrameData } from './frame-data.ts'
import { AdminPage } from './parts/admin-page.tsx'
import { CardFilter, type Filter, isFound } from './setting/card-filter.tsx'
import { cardsOf } from './setting/cards.ts'
import { EditorGroup } from './setting/editor-group.tsx'
import { groups } from './setting/groups.ts'

export function loader({ context }: LoaderFunctionArgs): Promise<Tally[]> {
  return visitOf(context).call(listContentTallies, {})
}

/** The menu of editors (spec section 2): one card for each, grouped in page order. */
export function Page() {
  const cards = cardsOf(useLoaderData<Tally[]>(), useFrameData().drafted)
  const [filter, setFilter] = useState<Filter>({ words: '', state: 'All' })
  const found = cards.filter((card) => isFound(card, filter))
  return (
    <AdminPage
      heading="Setting"
      note={
        <>
          One card for each part, in page order.{' '}
          <Link to={CHECKS} className="underline">
            Check my site
          </Link>
        </>
      }
      ground="paper"
      crumbs={[{ name: 'Overview', to: '/admin' }, { name: 'Setting' }]}
      aside={<CardFilter cards={cards} filter={filter} onFilter={setFilter} found={found.length} />}
    >
      <div className="gap-x-4 px-(--edge) pb-16 min-[90rem]:grid min-[90rem]:grid-cols-2">
        {Object.entries(groups).map(([group, words]) => (
          <EditorGroup
            key={group}
            {...words}
            cards={found.filter((card) => card.group === group)}
            isWide={cards.filter((card) => card.group === group).length > 2}
          />
        ))}
        {found.length === 0 && <p className="mt-8 text-muted">No section matches. Clear the box to see all of them.</p>}
      </div>
    </AdminPage>
  )
}
