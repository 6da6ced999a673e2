import type { Deliverable } from '#contract/work/deliverables.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'

type Tone = 'done' | 'waiting' | 'active' | 'neutral'

/** What each state is called for the client, and how it looks. `step`: what the history calls the step to it. */
const states: Record<Deliverable['state'], { label: string; tone: Tone; icon?: IconName; step?: string }> = {
  planned: { label: 'Planned', tone: 'neutral' },
  'in progress': { label: 'In progress', tone: 'active' },
  'waiting for client': { label: 'Waiting for you', tone: 'waiting', icon: 'clock', step: 'We asked you for something' },
  'waiting for approval': { label: 'Waiting for your approval', tone: 'waiting', icon: 'clock' },
  'changes requested': { label: 'You asked for changes', tone: 'active' },
  approved: { label: 'You approved it', tone: 'active' },
  delivered: { label: 'Delivered', tone: 'done', icon: 'tick' },
  'not delivered': { label: 'Not delivered', tone: 'neutral', icon: 'cross' },
  canceled: { label: 'Canceled', tone: 'neutral', icon: 'cross' },
}

/** What the client reads about a part that waits for the client and got an answer. */
const answeredState = { label: 'You answered. We’re looking.', tone: 'active' } as const

type ShownState = Pick<Deliverable, 'state' | 'isAnswered'>

function getShownState({ state, isAnswered }: ShownState): (typeof states)[Deliverable['state']] {
  return isAnswered ? answeredState : states[state]
}

export function getDeliverableStateTone(deliverable: ShownState): Tone {
  return getShownState(deliverable).tone
}

/** Describes a step of the past to the client. */
export function describeDeliverableStep({ state, by, draftNumber }: Deliverable['history'][number]): string {
  if (state === 'waiting for approval')
    return by === 'team' ? `We sent you draft ${draftNumber}` : `You took back your approval of draft ${draftNumber}`
  return states[state].step ?? states[state].label
}

/** Shows a state as text on a colored ground. */
export function CustomerDeliverableStateChip({ isLate, ...deliverable }: ShownState & Pick<Deliverable, 'isLate'>) {
  const { label, tone } = getShownState(deliverable)
  return (
    <span className={`chip tone-${tone}`}>
      {label}
      {isLate && ', late'}
    </span>
  )
}

/** Repeats the state as an icon, so that the list can be scanned. */
export function DeliverableStateIcon(deliverable: ShownState) {
  const { tone, icon } = getShownState(deliverable)
  return <span className={`state-icon tone-${tone}`}>{icon && <Icon name={icon} />}</span>
}
