import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Group } from '../../contract/section.ts'
import { sections } from '../../contract/sections.ts'
import { readAll } from '../content.ts'
import { visitOf } from '../visit.ts'
import { useIsLive } from './forms/use-is-live.ts'
import { AdminPage } from './parts/admin-page.tsx'
import { CardFilter, type Filter, isFound } from './setting/card-filter.tsx'
import { cardsOf, type Tally } from './setting/cards.ts'
import { EditorCard } from './setting/editor-card.tsx'
import { groups } from './setting/groups.ts'

/** How many records each section has. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Record<string, Tally>> {
  const { call } = visitOf(context)
  const tallies = sections.map(async (section) => {
    const records = await readAll(call, section)
    return [section.kind, { count: records.length, samples: records.filter((one) => one._sample).length }] as const
  })
  return Object.fromEntries(await Promise.all(tallies))
}

/** The menu of editors (spec section 2): one card for each, grouped in page order. */
export function Page() {
  const cards = cardsOf(useLoaderData<Record<string, Tally>>())
  const [filter, setFilter] = useState<Filter>({ words: '', state: 'All' })
  const found = cards.filter((card) => isFound(card, filter))
  return (
    <AdminPage
      heading="Setting"
      note="One card for each part of the site, in page order."
      ground="paper"
      crumbs={[{ name: 'Overview', to: '/admin' }, { name: 'Setting' }]}
      aside={useIsLive() && <CardFilter cards={cards} filter={filter} onFilter={setFilter} found={found.length} />}
    >
      <div className="px-(--edge) pb-16">
        {Object.entries(groups).map(([key, { id, title, note }]) => {
          const inGroup = found.filter(({ group }) => group === (key as Group))
          if (inGroup.length === 0) return null
          return (
            <section key={id} aria-labelledby={id} className="mt-8">
              <div className="flex flex-wrap items-baseline gap-x-3 border-t border-ink pt-4 pb-4">
                <h2 id={id} tabIndex={-1} className="scroll-mt-24 text-heading font-semibold">
                  {title}
                </h2>
                <p className="text-muted">{note}</p>
              </div>
              <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3 min-[90rem]:grid-cols-4">
                {inGroup.map((card) => (
                  <EditorCard key={card.path} card={card} />
                ))}
              </ul>
            </section>
          )
        })}
        {found.length === 0 && <p className="mt-8 text-muted">No section matches. Clear the box to see all of them.</p>}
      </div>
    </AdminPage>
  )
}
