import { Search } from 'lucide-react'
import { type ContentState, contentStates } from '../../../contract/content/content-tallies.ts'
import { useIsLive } from '../shell/live.tsx'
import { adminPaths } from '../site-map.ts'
import type { Card } from './cards.ts'

export type Filter = { words: string; state: ContentState | 'All' | typeof DRAFTED }

/** Not a state of what is live, but asked for in the same way. */
const DRAFTED = 'In the draft'

const STATES = ['All', ...contentStates] as const

type Props = { cards: readonly Card[]; filter: Filter; onFilter: (filter: Filter) => void; found: number }

/** Narrows the menu down while typing; without script the texts are looked through, and every card is shown. */
export function CardFilter({ cards, filter, onFilter, found }: Props) {
  const states =
    cards.some((card) => hasState(card, DRAFTED)) || filter.state === DRAFTED ? ([...STATES, DRAFTED] as const) : STATES
  return (
    <search className="flex flex-wrap gap-3 max-sm:w-full max-sm:min-w-0 lg:min-w-188 lg:flex-1 lg:justify-end">
      <form
        action={adminPaths.settings}
        onSubmit={(event) => event.preventDefault()}
        className="max-sm:grow lg:min-w-52 lg:flex-1"
      >
        <label className="relative block">
          <span className="sr-only">Find a section, a field or a text</span>
          <Search className="absolute top-3 left-3.5 size-5 text-muted" aria-hidden />
          <input
            type="search"
            name="search"
            placeholder="Section, field or text"
            value={filter.words}
            onChange={({ target }) => onFilter({ ...filter, words: target.value })}
            className="control mt-0 w-full pl-11 sm:max-lg:w-76"
          />
        </label>
      </form>
      <fieldset
        aria-label="State"
        className={`flex min-w-0 max-w-full divide-x divide-rule overflow-x-auto rounded-field border border-rule bg-white ${useIsLive() ? '' : 'invisible'}`}
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
  const said = [card.name, ...card.shownOn, ...card.kinds.map(({ title }) => title)].join(' ').toLowerCase()
  return hasState(card, state) && said.includes(words.trim().toLowerCase())
}

function hasState(card: Card, state: Filter['state']): boolean {
  if (state === DRAFTED) return card.drafted > 0
  return state === 'All' || card.state === state
}
