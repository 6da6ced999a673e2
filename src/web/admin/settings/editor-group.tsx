import { CreditCard, Layers, type LucideIcon, Search, Signpost } from 'lucide-react'
import { Link } from 'react-router'
import type { ContentState } from '../../../contract/content/content-tallies.ts'
import type { EditorIcon } from '../../../contract/grammar/content-kind.ts'
import { MiniPage } from '../editor/records/mini-page.tsx'
import { Chip } from '../shell/chip.tsx'
import type { Card } from './cards.ts'

const TONES: Record<ContentState, 'success' | 'warning' | 'neutral'> = {
  Ready: 'success',
  Sample: 'warning',
  Default: 'neutral',
  Empty: 'neutral',
}

const WITHOUT: Partial<Record<ContentState, string>> = { Default: 'Works as it is, nothing of your own', Empty: 'Nothing yet' }

const ICONS: Record<EditorIcon, LucideIcon> = { search: Search, signpost: Signpost, card: CreditCard, layers: Layers }

type Props = {
  id: string
  title: string
  note: string
  cards: readonly Card[]
  /** More than two cards: on a wide window the group takes the whole width. */
  isWide: boolean
}

/** A group of the menu; the sidebar leads to its heading. */
export function EditorGroup({ id, title, note, cards, isWide }: Props) {
  if (cards.length === 0) return null
  return (
    <section aria-labelledby={id} className={`mt-8 ${isWide ? 'min-[90rem]:col-span-2' : ''}`}>
      <div className="flex flex-wrap items-baseline gap-x-3 border-t border-ink py-4">
        <h2 id={id} tabIndex={-1} className="text-heading font-semibold">
          {title}
        </h2>
        <p className="text-muted">{note}</p>
      </div>
      <ul
        className={`grid gap-2 sm:grid-cols-2 sm:gap-4 xl:grid-cols-3 ${isWide ? 'min-[90rem]:grid-cols-4' : 'min-[90rem]:grid-cols-2'}`}
      >
        {cards.map((card) => (
          <EditorCard key={card.path} card={card} />
        ))}
      </ul>
    </section>
  )
}

/** One editor in the menu; the whole card is the link. */
function EditorCard({ card: { path, name, kinds, icon, shownOn, state, counts, samples, drafted } }: { card: Card }) {
  const Icon = ICONS[icon]
  return (
    <li className="relative flex overflow-hidden rounded-card border border-rule bg-white focus-within:border-pine hover:border-pine">
      <div className="flex w-24 flex-none justify-center border-r border-rule bg-sand pt-4 max-sm:hidden">
        {shownOn.length > 0 ? <MiniPage kinds={kinds} /> : <Icon className="mb-4 size-8 self-center text-survey" aria-hidden />}
      </div>
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-3 gap-y-0.5 px-4 py-3 sm:flex-col sm:items-start sm:p-4">
        <h3 className="font-semibold">
          <Link to={path} className="text-ink no-underline after:absolute after:inset-0 after:rounded-card">
            {name}
          </Link>
        </h3>
        {shownOn.length > 0 && <p className="text-help text-muted max-sm:hidden">Shown on: {listed(shownOn, 2)}</p>}
        <p className="text-help text-muted max-sm:hidden">{WITHOUT[state] ?? counts}</p>
        {samples.length > 0 && <p className="text-help text-warning max-sm:hidden">Still sample: {listed(samples, 3)}</p>}
        <p className="flex flex-wrap gap-1.5 sm:mt-auto sm:pt-3">
          <Chip tone={TONES[state]}>{state}</Chip>
          {drafted > 0 && <Chip tone="info">In the draft: {drafted}</Chip>}
        </p>
      </div>
    </li>
  )
}

/** At most so many names; of more, how many there are besides. */
function listed(names: readonly string[], most: number): string {
  if (names.length <= most) return names.join(', ')
  return `${names.slice(0, most - 1).join(', ')} and ${names.length - most + 1} more`
}
