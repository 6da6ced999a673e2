import type { OrderWorkModule } from '../order-work/order-work.ts'
import { markAskedOrFindTime, REMINDER_BATCH_SIZE } from './store.ts'

export type ChoiceDependencies = { orderWork: Pick<OrderWorkModule, 'listBoard' | 'askForChoices'> }

/** Asks each client once about missed parts. Those without an answer in time are finished now (P-325). */
export async function askAboutMissedParts({ orderWork }: ChoiceDependencies): Promise<void> {
  const waiting: string[] = []
  for (let page = 1; waiting.length === (page - 1) * REMINDER_BATCH_SIZE; page++) {
    const filter = { group: 'waiting for choice', assignee: '' } as const
    const { records } = await orderWork.listBoard(filter, { page, size: REMINDER_BATCH_SIZE })
    waiting.push(...records.map(({ order }) => order._id))
    if (records.length === 0) break
  }
  for (const orderId of waiting) await orderWork.askForChoices(orderId, markAskedOrFindTime)
}
