import { Search } from 'lucide-react'
import { type ContentState, contentStates } from '../../../contract/content-tallies.ts'
import { useIsLive } from '../parts/live.tsx'
import type { Card } from './cards.ts'

export type Filter = { words: string; state: ContentState | 'All' | typeof DRAFTED }

/** Not a state of what is live, but asked for in the same way. */
const DRAFTED = 'In the draft'

const STATES = ['All', ...contentStates] as const

type Props = { cards: readonly Card[]; filter: Filter; onFilter: (filter: Filter) => void; found: number }

/** Narrows the menu down while typing. Only its place is there until the script is: every card is shown anyway. */
export function CardFilter({ cards, filter, onFilter, found }: Props) {
  const states =
    cards.some((card) => hasState(card, DRAFTED)) || filter.state === DRAFTED ? ([...STATES, DRAFTED] as const) : STATES
  return (
    <search className={`flex flex-wrap gap-3 lg:ml-auto ${useIsLive() ? '' : 'invisible'}`}>
      <label className="relative block">
        <span className="sr-only">Find a section</span>
        <Search className="absolute top-3 left-3.5 size-5 text-muted" aria-hidden />
        <input
          type="search"
          placeholder="Find a section"
          value={filter.words}
          onChange={({ target }) => onFilter({ ...filter, words: target.value })}
          className="control mt-0 w-60 pl-11"
        />
      </label>
      <fieldset
        aria-label="State"
        className="flex flex-wrap divide-x divide-rule overflow-clip rounded-field border border-rule bg-white"
      >
        {states.map((state) => (
          <button
            key={state}
            type="button"
            aria-pressed={filter.state === state}
            onClick={() => onFilter({ ...filter, state })}
            className="min-h-11 grow whitespace-nowrap px-3.5 text-fine font-semibold text-muted hover:text-ink aria-pressed:bg-mint aria-pressed:text-pine-deep"
          >
            {state} {cards.filter((card) => hasState(card, state)).length}
          </button>
        ))}
      </fieldset>
      <p role="status" className="sr-only">
        {found === cards.length ? '' : `${found} of ${cards.length} sections`}
      </p>
    </search>
  )
}

export function isFound(card: Card, { words, state }: Filter): boolean {
  return hasState(card, state) && `${card.name} ${card.shownOn.join(' ')}`.toLowerCase().includes(words.trim().toLowerCase())
}

function hasState(card: Card, state: Filter['state']): boolean {
  if (state === DRAFTED) return card.drafted > 0
  return state === 'All' || card.state === state
}
