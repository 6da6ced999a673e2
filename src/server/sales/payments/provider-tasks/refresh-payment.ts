import { UserError } from '#contract/core/user-error.ts'
import { refreshPaymentStateEndpoint } from '#contract/sales/customer-payment.ts'
import { refreshPaymentFactsEndpoint } from '#contract/sales/payment-evidence.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { listPaymentAttempts } from '../attempts/store.ts'
import type { PaymentDependencies } from '../payment-dependencies.ts'
import { isQueryableAttempt, queueImmediateQuery } from './order-query-tasks.ts'

/** Queues queries about the checkout attempts of an order. */
export function createPaymentRefreshHandlers(dependencies: PaymentDependencies) {
  const { read, orders, gateways, tasks } = dependencies

  async function hasQueryableAttempt(orderId: string): Promise<boolean> {
    return (await listPaymentAttempts(read, orderId)).some((attempt) => isQueryableAttempt(gateways, attempt))
  }

  return [
    // For a customer who came back. Does nothing if no provider can answer, or the queue is full.
    defineHandler(refreshPaymentStateEndpoint, async ({ params: { id } }, { person }) => {
      const { payment_status } = await orders.findForPerson(id, person)
      const canAsk = payment_status === 'UnPaid' && (await hasQueryableAttempt(id)) && !(await tasks.isFull(read))
      if (canAsk) await queueImmediateQuery(dependencies, id)
      return { message: 'We’re checking whether your payment has arrived.' }
    }),

    // For an admin. Throws a 409 if no provider can answer.
    defineHandler(refreshPaymentFactsEndpoint, async ({ params: { id } }, { person }) => {
      await orders.findForPerson(id, person)
      if (!(await hasQueryableAttempt(id)))
        throw new UserError(
          409,
          'There’s nothing to check. No payment for this order was started with a provider that we can ask.',
        )
      await queueImmediateQuery(dependencies, id)
      return { message: 'We’re asking the payment provider. The answer will show here in a moment.' }
    }),
  ]
}
