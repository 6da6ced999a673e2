import { CreditCard, Layers, type LucideIcon, Search, Signpost } from 'lucide-react'
import { Link } from 'react-router'
import type { ContentReadinessState } from '#contract/content/content-readiness.ts'
import type { EditorMenuIconName } from '#contract/core/content-kind.ts'
import { PageMiniature } from '../editor/records/page-miniature.tsx'
import { Chip } from '../shell/chip.tsx'
import type { EditorCardData } from './editor-cards.ts'

const TONES: Record<ContentReadinessState, 'success' | 'warning' | 'neutral'> = {
  Ready: 'success',
  Sample: 'warning',
  Default: 'neutral',
  Empty: 'neutral',
}

const STATE_NOTES: Partial<Record<ContentReadinessState, string>> = {
  Default: 'Standard text',
  Empty: 'Nothing here yet',
}

const ICONS: Record<EditorMenuIconName, LucideIcon> = { search: Search, signpost: Signpost, card: CreditCard, layers: Layers }

type Props = {
  id: string
  title: string
  note: string
  cards: readonly EditorCardData[]
  /** Whether the group takes the whole width of a wide window. */
  isWide: boolean
  /** The page's heading already names the group. */
  isOnlyGroup?: boolean
}

/** Shows a group of cards. The sidebar links its heading. */
export function EditorCardGroup({ id, title, note, cards, isWide, isOnlyGroup }: Props) {
  if (cards.length === 0) return null
  return (
    <section aria-labelledby={id} className={`mt-8 ${isWide ? 'min-[90rem]:col-span-2' : ''}`}>
      <div className={isOnlyGroup ? 'sr-only' : 'flex flex-wrap items-baseline gap-x-3 border-t border-ink py-4'}>
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

/** The whole card is a link. */
function EditorCard({
  card: { path, name, kinds, icon, shownOn, state, counts, sampleFieldLabels, stagedCount },
}: {
  card: EditorCardData
}) {
  const Icon = ICONS[icon]
  return (
    <li className="relative flex overflow-hidden rounded-card border border-rule bg-white focus-within:border-pine hover:border-pine">
      <div className="flex w-24 flex-none justify-center border-r border-rule bg-sand pt-4 max-sm:hidden">
        {shownOn.length > 0 ? (
          <PageMiniature kinds={kinds} />
        ) : (
          <Icon className="mb-4 size-8 self-center text-survey" aria-hidden />
        )}
      </div>
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-3 gap-y-0.5 px-4 py-3 sm:flex-col sm:items-start sm:p-4">
        <h3 className="font-semibold">
          <Link to={path} className="text-ink no-underline after:absolute after:inset-0 after:rounded-card">
            {name}
          </Link>
        </h3>
        {shownOn.length > 0 && <p className="text-help text-muted max-sm:hidden">Shown on: {formatNameList(shownOn, 2)}</p>}
        <p className="text-help text-muted max-sm:hidden">{STATE_NOTES[state] ?? counts}</p>
        {sampleFieldLabels.length > 0 && (
          <p className="text-help text-warning max-sm:hidden">Still sample: {formatNameList(sampleFieldLabels, 3)}</p>
        )}
        <p className="flex flex-wrap gap-1.5 sm:mt-auto sm:pt-3">
          <Chip tone={TONES[state]}>{state}</Chip>
          {stagedCount > 0 && <Chip tone="info">{stagedCount === 1 ? '1 draft change' : `${stagedCount} draft changes`}</Chip>}
        </p>
      </div>
    </li>
  )
}

/** Joins at most `maxNames` names, and counts the names that it leaves out. */
function formatNameList(names: readonly string[], maxNames: number): string {
  if (names.length <= maxNames) return names.join(', ')
  return `${names.slice(0, maxNames - 1).join(', ')} and ${names.length - maxNames + 1} more`
}
