/** The states of a deliverable, as the calls spell them. */
export const deliverableStates = [
  'planned',
  'in progress',
  'waiting for client',
  'waiting for approval',
  'changes requested',
  'approved',
  'delivered',
  'not delivered',
  'canceled',
] as const
export type DeliverableState = (typeof deliverableStates)[number]

/** The states with work left to do. */
export const openStates: readonly DeliverableState[] = [
  'planned',
  'in progress',
  'waiting for client',
  'waiting for approval',
  'changes requested',
  'approved',
]

export function isOpenState(state: DeliverableState): boolean {
  return openStates.includes(state)
}

/** The customer answers a draft. The team takes all other steps. */
export type Side = 'team' | 'customer'

export type DeliverableStep = {
  from: readonly DeliverableState[]
  to: DeliverableState
  by: Side
  /** What the step must say. A draft and a proof are a link, a file or a note. */
  needs?: 'waitingFor' | 'reason' | 'comment' | 'draft' | 'proof'
  /** Only for deliverables that need the client's approval (true), or only for the others (false). */
  ifApproval?: boolean
}

/** Every step that a deliverable may take. The server, the screens and the guide read this table. */
export const deliverableSteps: readonly DeliverableStep[] = [
  {
    from: ['planned', 'waiting for client', 'waiting for approval', 'changes requested', 'approved'],
    to: 'in progress',
    by: 'team',
  },
  { from: ['delivered', 'not delivered', 'canceled'], to: 'in progress', by: 'team', needs: 'reason' },
  { from: ['in progress'], to: 'planned', by: 'team' },
  { from: ['planned', 'in progress', 'changes requested'], to: 'waiting for client', by: 'team', needs: 'waitingFor' },
  { from: openStates, to: 'waiting for approval', by: 'team', needs: 'draft', ifApproval: true },
  { from: ['waiting for approval'], to: 'approved', by: 'customer', ifApproval: true },
  { from: ['waiting for approval'], to: 'changes requested', by: 'customer', needs: 'comment', ifApproval: true },
  { from: ['approved'], to: 'delivered', by: 'team', needs: 'proof', ifApproval: true },
  { from: ['planned', 'in progress', 'waiting for client'], to: 'delivered', by: 'team', needs: 'proof', ifApproval: false },
  { from: openStates, to: 'not delivered', by: 'team', needs: 'reason' },
  { from: openStates, to: 'canceled', by: 'team', needs: 'reason' },
]

type Position = { state: DeliverableState; needsApproval: boolean }

/** Lists the steps that one side may take now. */
export function listSteps({ state, needsApproval }: Position, side: Side): DeliverableStep[] {
  return deliverableSteps.filter(
    ({ from, by, ifApproval = needsApproval }) => by === side && from.includes(state) && ifApproval === needsApproval,
  )
}
