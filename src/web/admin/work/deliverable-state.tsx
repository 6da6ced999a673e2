import type { ComponentProps } from 'react'
import { formatCalendarDay } from '#contract/core/format-date-time.ts'
import { type DeliverableState, type DeliverableStepRule, listAllowedSteps } from '#contract/work/deliverable-workflow.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import { Chip } from '../shell/chip.tsx'

const tones: Partial<Record<DeliverableState, ComponentProps<typeof Chip>['tone']>> = {
  'in progress': 'info',
  'waiting for client': 'warning',
  'waiting for approval': 'warning',
  'changes requested': 'error',
  approved: 'success',
  delivered: 'success',
}

export function formatDueDate({ dueOn }: Pick<Deliverable, 'dueOn'>): string {
  return dueOn ? formatCalendarDay(dueOn) : 'No date yet'
}

/** Shows the state of a deliverable, and in words that it is late. */
export function DeliverableStateChip({ state, isAnswered, isLate }: Pick<Deliverable, 'state' | 'isAnswered' | 'isLate'>) {
  return (
    <span className="flex flex-wrap gap-1">
      <Chip tone={tones[state] ?? 'neutral'}>{isAnswered ? 'Client answered' : deliverableStateLabels[state]}</Chip>
      {isLate && <Chip tone="error">Late</Chip>}
    </span>
  )
}

/** What each state is called for the team. */
export const deliverableStateLabels: Record<DeliverableState, string> = {
  planned: 'Planned',
  'in progress': 'In progress',
  'waiting for client': 'Waiting for client',
  'waiting for approval': 'Waiting for approval',
  'changes requested': 'Changes requested',
  approved: 'Approved',
  delivered: 'Delivered',
  'not delivered': 'Not delivered',
  canceled: 'Canceled',
}

/** The button of the step to each state. The customer takes the steps without one. */
const stepLabels: Partial<Record<DeliverableState, string>> = {
  planned: 'Back to planned',
  'in progress': 'Start',
  'waiting for client': 'Ask the client for something',
  'waiting for approval': 'Send draft',
  delivered: 'Deliver',
  'not delivered': 'Can’t deliver',
  canceled: 'Cancel',
}

/** The step that usually follows, best first. */
const usualSteps: readonly DeliverableState[] = ['delivered', 'waiting for approval', 'in progress']

export function getStepLabel(from: DeliverableState, { to }: Pick<DeliverableStepRule, 'to'>): string {
  if (to === 'in progress' && from !== 'planned') return from === 'waiting for approval' ? 'Withdraw draft' : 'Work on it again'
  if (to === 'waiting for approval' && from === 'waiting for approval') return 'Send a new draft'
  return stepLabels[to] ?? deliverableStateLabels[to]
}

/** Returns the one step that a row offers. A planned part starts, and a started one is delivered or sent as a draft. */
export function findUsualStep(deliverable: Pick<Deliverable, 'state' | 'needsApproval'>): DeliverableStepRule | undefined {
  const steps = listAllowedSteps(deliverable, 'team')
  const { state } = deliverable
  const isOver = state === 'delivered' || state === 'not delivered' || state === 'canceled'
  if (isOver || state === 'waiting for approval') return undefined
  const order = state === 'planned' || state === 'waiting for client' ? usualSteps.toReversed() : usualSteps
  return order.flatMap((to) => steps.find((step) => step.to === to) ?? [])[0]
}

/** Names who does the work. An email wraps before its @ first. */
export function AssigneeEmail({ email }: { email: string | undefined }) {
  if (!email) return 'No one yet'
  const at = email.lastIndexOf('@')
  return (
    <span className="inline-block min-w-28 wrap-anywhere">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}
