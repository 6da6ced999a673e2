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
export const openDeliverableStates: readonly DeliverableState[] = [
  'planned',
  'in progress',
  'waiting for client',
  'waiting for approval',
  'changes requested',
  'approved',
]

export function isOpenDeliverableState(state: DeliverableState): boolean {
  return openDeliverableStates.includes(state)
}

/** The customer answers a draft. The team takes all other steps. */
export type TeamOrCustomer = 'team' | 'customer'

export type DeliverableStepRule = {
  from: readonly DeliverableState[]
  to: DeliverableState
  by: TeamOrCustomer
  /** What the step must say. A draft and a proof are a link, a file or a note. */
  needs?: 'waitingFor' | 'reason' | 'comment' | 'draft' | 'proof'
  /** Only for deliverables that need the client's approval (true), or only for the others (false). */
  ifApproval?: boolean
}

/** Every step that a deliverable may take. The server, the screens and the guide read this table. */
export const deliverableStepRules: readonly DeliverableStepRule[] = [
  {
    from: ['planned', 'waiting for client', 'waiting for approval', 'changes requested', 'approved'],
    to: 'in progress',
    by: 'team',
  },
  { from: ['delivered', 'not delivered', 'canceled'], to: 'in progress', by: 'team', needs: 'reason' },
  { from: ['in progress'], to: 'planned', by: 'team' },
  { from: ['planned', 'in progress', 'changes requested'], to: 'waiting for client', by: 'team', needs: 'waitingFor' },
  { from: openDeliverableStates, to: 'waiting for approval', by: 'team', needs: 'draft', ifApproval: true },
  { from: ['waiting for approval'], to: 'approved', by: 'customer', ifApproval: true },
  { from: ['waiting for approval'], to: 'changes requested', by: 'customer', needs: 'comment', ifApproval: true },
  // Takes the approval back.
  { from: ['approved'], to: 'waiting for approval', by: 'customer', ifApproval: true },
  { from: ['approved'], to: 'delivered', by: 'team', needs: 'proof', ifApproval: true },
  { from: ['planned', 'in progress', 'waiting for client'], to: 'delivered', by: 'team', needs: 'proof', ifApproval: false },
  { from: openDeliverableStates, to: 'not delivered', by: 'team', needs: 'reason' },
  { from: openDeliverableStates, to: 'canceled', by: 'team', needs: 'reason' },
]

type Position = { state: DeliverableState; needsApproval: boolean }

/** Lists the steps that one side may take now. */
export function listAllowedSteps({ state, needsApproval }: Position, side: TeamOrCustomer): DeliverableStepRule[] {
  return deliverableStepRules.filter(
    ({ from, by, ifApproval = needsApproval }) => by === side && from.includes(state) && ifApproval === needsApproval,
  )
}
