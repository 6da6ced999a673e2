import type { LogProblem } from '#platform/log/module-log-types.ts'
import type { OrderWorkModule } from '../order-work/order-work.ts'
import { runForEachOrder } from './run-for-each-order.ts'
import { REMINDER_BATCH_SIZE } from './store.ts'

export type ChoiceDependencies = { orderWork: Pick<OrderWorkModule, 'listBoard' | 'askForChoices'>; problem: LogProblem }

/** Asks each client once about missed parts. Those without an answer in time are finished now (P-325). */
export async function askAboutMissedParts({ orderWork, problem }: ChoiceDependencies): Promise<void> {
  const waiting: { orderId: string }[] = []
  for (let page = 1; waiting.length === (page - 1) * REMINDER_BATCH_SIZE; page++) {
    const filter = { group: 'waiting for choice', assignee: '' } as const
    const { records } = await orderWork.listBoard(filter, { page, size: REMINDER_BATCH_SIZE })
    waiting.push(...records.map(({ order }) => ({ orderId: order._id })))
    if (records.length === 0) break
  }
  await runForEachOrder(problem, waiting, ({ orderId }) => orderWork.askForChoices(orderId))
}
