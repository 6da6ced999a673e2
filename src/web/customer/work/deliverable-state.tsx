import type { Deliverable } from '../../../contract/work/deliverables.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'

type Tone = 'done' | 'waiting' | 'active' | 'neutral'

/** What each state is called for the client, and how it looks. */
const states: Record<Deliverable['state'], { label: string; tone: Tone; icon?: IconName }> = {
  planned: { label: 'Planned', tone: 'neutral' },
  'in progress': { label: 'In progress', tone: 'active' },
  'waiting for client': { label: 'Waiting for you', tone: 'waiting', icon: 'clock' },
  'waiting for approval': { label: 'Waiting for your approval', tone: 'waiting', icon: 'clock' },
  'changes requested': { label: 'You asked for changes', tone: 'active' },
  approved: { label: 'You approved it', tone: 'active' },
  delivered: { label: 'Delivered', tone: 'done', icon: 'tick' },
  'not delivered': { label: 'Not delivered', tone: 'neutral', icon: 'cross' },
  canceled: { label: 'Canceled', tone: 'neutral', icon: 'cross' },
}

export function getTone({ state }: Pick<Deliverable, 'state'>): Tone {
  return states[state].tone
}

export function getStateLabel(state: Deliverable['state']): string {
  return states[state].label
}

/** Shows a state as text on a colored ground. */
export function StateChip({ state, isLate }: Pick<Deliverable, 'state' | 'isLate'>) {
  const { label, tone } = states[state]
  return (
    <span className={`chip tone-${tone}`}>
      {label}
      {isLate && ', late'}
    </span>
  )
}

/** Repeats the state as an icon, so that the list can be scanned. */
export function StateIcon({ state }: Pick<Deliverable, 'state'>) {
  const { tone, icon } = states[state]
  return <span className={`state-icon tone-${tone}`}>{icon && <Icon name={icon} />}</span>
}
