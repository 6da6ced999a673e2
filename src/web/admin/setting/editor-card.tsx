import { CreditCard, Layers, type LucideIcon, Search, Signpost } from 'lucide-react'
import { Link } from 'react-router'
import type { ContentState } from '../../../contract/content-tallies.ts'
import { Chip } from '../parts/chip.tsx'
import type { Card } from './cards.ts'
import { MiniPage } from './mini-page.tsx'

const TONES: Record<ContentState, 'success' | 'warning' | 'neutral'> = {
  Ready: 'success',
  Sample: 'warning',
  Default: 'neutral',
  Empty: 'neutral',
}

const WITHOUT: Partial<Record<ContentState, string>> = { Default: 'Works as it is, nothing of your own', Empty: 'Nothing yet' }

/** For what no page shows. */
const ICONS: Partial<Record<string, LucideIcon>> = {
  'search-listing': Search,
  redirect: Signpost,
  'payment-email': CreditCard,
}

/** One editor in the menu; the whole card is the link. */
export function EditorCard({ card: { path, name, kinds, shownOn, state, counts } }: { card: Card }) {
  const Icon = ICONS[kinds[0] ?? ''] ?? Layers
  return (
    <li className="relative flex overflow-hidden rounded-card border border-rule bg-white focus-within:border-pine hover:border-pine">
      <div className="grid w-24 flex-none place-items-end justify-center border-r border-rule bg-sand pt-4">
        {shownOn.length > 0 ? (
          <MiniPage kinds={kinds} page={shownOn[0] ?? ''} />
        ) : (
          <Icon className="mb-4 size-8 place-self-center text-survey" aria-hidden />
        )}
      </div>
      <div className="flex min-w-0 grow flex-col gap-0.5 p-4">
        <h3 className="font-semibold">
          <Link to={path} className="text-ink no-underline after:absolute after:inset-0 after:rounded-card">
            {name}
          </Link>
        </h3>
        {shownOn.length > 0 && <p className="text-help text-muted">Shown on: {listed(shownOn)}</p>}
        <p className="text-help text-muted">{WITHOUT[state] ?? counts}</p>
        <p className="mt-auto pt-3">
          <Chip tone={TONES[state]}>{state}</Chip>
        </p>
      </div>
    </li>
  )
}

function listed(names: readonly string[]): string {
  return names.length <= 2 ? names.join(', ') : `${names[0]} and ${names.length - 1} more`
}
