import { Search } from 'lucide-react'
import { type ContentReadinessState, contentReadinessStates } from '#contract/content/content-readiness.ts'
import { SCRIPT_FORM_METHOD } from '../forms/form-submission.tsx'
import type { EditorCardData } from './editor-cards.ts'

export type EditorCardFilterState = { text: string; state: ContentReadinessState | 'All' | typeof STAGED }

/** Filters like a content state, but describes staged changes instead of live content. */
const STAGED = 'In drafts'

const STATES = ['All', ...contentReadinessStates] as const

type Props = {
  cards: readonly EditorCardData[]
  filter: EditorCardFilterState
  onFilter: (filter: EditorCardFilterState) => void
  matchCount: number
}

/** Filters the cards while the admin types. */
export function EditorCardFilter({ cards, filter, onFilter, matchCount }: Props) {
  const states =
    cards.some((card) => matchesState(card, STAGED)) || filter.state === STAGED ? ([...STATES, STAGED] as const) : STATES
  return (
    <search className="flex flex-wrap gap-3 max-sm:w-full max-sm:min-w-0 lg:min-w-188 lg:flex-1 lg:justify-end">
      <form
        method={SCRIPT_FORM_METHOD}
        onSubmit={(event) => event.preventDefault()}
        className="max-sm:grow lg:min-w-52 lg:flex-1"
      >
        <label className="relative block">
          <span className="sr-only">Find a section, field or text</span>
          <Search className="absolute top-3 left-3.5 size-5 text-muted" aria-hidden />
          <input
            type="search"
            name="search"
            placeholder="Section, field or text"
            value={filter.text}
            onChange={({ target }) => onFilter({ ...filter, text: target.value })}
            className="control mt-0 w-full pl-11 sm:max-lg:w-76"
          />
        </label>
      </form>
      <fieldset
        aria-label="State"
        className="flex min-w-0 max-w-full divide-x divide-rule overflow-x-auto rounded-field border border-rule bg-white"
      >
        {states.map((state) => (
          <button
            key={state}
            type="button"
            aria-pressed={filter.state === state}
            onClick={() => onFilter({ ...filter, state })}
            className="min-h-11 grow whitespace-nowrap px-3.5 text-fine font-semibold text-muted hover:text-ink aria-pressed:bg-mint aria-pressed:text-pine-deep"
          >
            {state} {cards.filter((card) => matchesState(card, state)).length}
          </button>
        ))}
      </fieldset>
      <p role="status" className="sr-only">
        {matchCount === cards.length ? '' : `${matchCount} of ${cards.length} sections`}
      </p>
    </search>
  )
}

export function matchesEditorCardFilter(card: EditorCardData, { text, state }: EditorCardFilterState): boolean {
  const searchableText = [card.name, ...card.shownOn, ...card.kinds.map(({ title }) => title)].join(' ').toLowerCase()
  return matchesState(card, state) && searchableText.includes(text.trim().toLowerCase())
}

function matchesState(card: EditorCardData, state: EditorCardFilterState['state']): boolean {
  if (state === STAGED) return card.stagedCount > 0
  return state === 'All' || card.state === state
}
