import * as z from 'zod/mini'

/** How the team answers a client who asks to stop. */
const stopDecisions = ['refunded', 'declined'] as const
export type StopDecision = (typeof stopDecisions)[number]
type StopState = 'none' | 'asked' | StopDecision

type StopStep = { from: readonly StopState[]; to: StopState; by: 'client' | 'team' }

/** Who may do what about a stop. While it is asked, open parts are paused and no reminder goes out. */
const stopSteps: readonly StopStep[] = [
  { from: ['none', 'declined', 'refunded'], to: 'asked', by: 'client' },
  // With the amount that the team read.
  { from: ['asked'], to: 'refunded', by: 'team' },
  // With a reason that the client reads.
  { from: ['asked'], to: 'declined', by: 'team' },
]

export function canTakeStopStep(from: StopState, to: StopState, by: StopStep['by']): boolean {
  return stopSteps.some((step) => step.to === to && step.by === by && step.from.includes(from))
}

/**
 * Finds the audit: the first part that the order itself promised. Until it is delivered, a client who stops gets the whole
 * price back.
 */
export function findAudit<Part extends { carried_from: string | null; position: number }>(
  parts: readonly Part[],
): Part | undefined {
  return parts.filter(({ carried_from }) => carried_from === null).toSorted((a, b) => a.position - b.position)[0]
}

/** Whether the client waits for the answer. The work is paused then. */
export function isStopAsked({ request }: z.output<typeof stopSchema>): boolean {
  return request?.decision === null
}

export const stopSchema = z.object({
  /** What goes back if the order stops now. `isWhole`: everything that is left of the payment. Null if it can't stop. */
  refund: z.nullable(z.object({ isWhole: z.boolean(), amount: z.string() })),
  /** The last request. `answer` is the team's reason. */
  request: z.nullable(
    z.object({
      /** Epoch ms. */
      requestedAt: z.number(),
      reason: z.string(),
      decision: z.nullable(z.enum(stopDecisions)),
      answer: z.string(),
    }),
  ),
})
