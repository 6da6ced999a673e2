import type { ComponentProps } from 'react'
import type { DeliverableState } from '#contract/work/deliverable-workflow.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import { Chip } from '../shell/chip.tsx'
import { deliverableStateLabels } from './deliverable-labels.ts'

const tones: Partial<Record<DeliverableState, ComponentProps<typeof Chip>['tone']>> = {
  'in progress': 'info',
  'waiting for client': 'warning',
  'waiting for approval': 'warning',
  'changes requested': 'error',
  approved: 'success',
  delivered: 'success',
}

/** Shows the state of a deliverable, and in words that it is late. */
export function DeliverableStateChip({ state, isLate }: Pick<Deliverable, 'state' | 'isLate'>) {
  return (
    <span className="flex flex-wrap gap-1">
      <Chip tone={tones[state] ?? 'neutral'}>{deliverableStateLabels[state]}</Chip>
      {isLate && <Chip tone="error">Late</Chip>}
    </span>
  )
}
