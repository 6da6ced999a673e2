import type { ConversationSide } from '#contract/work/conversation.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { QueueTiming } from '#platform/queue/queue.ts'
import type { MailService } from '../../mail/mail.ts'
import { listAdminEmailsToNotify } from '../../people/users/users.ts'
import type { StoredOrder } from '../../sales/orders/orders.ts'
import type { FilesModule } from '../files/files.ts'
import { buildMessagesToCustomerEmail, buildMessagesToTeamEmail } from './emails.ts'
import { deleteMessageBurst, findMessageBurst, insertMessageBurst, listBurstMessages, lockConversation } from './store.ts'
import type { OrderMessageBurstTable } from './tables.ts'

export type MessageBurstDependencies = {
  mail: MailService
  files: Pick<FilesModule, 'listByIds'>
}

const SECOND = 1_000

/** How long messages gather for one email, in ms. */
const BURST_MS = 600 * SECOND

/** In ms. Looks rarely, because a burst is due minutes after its first message. */
export const MESSAGE_BURST_TIMING: QueueTiming = {
  poll: 5 * SECOND,
  lease: 60 * SECOND,
  deadline: 30 * SECOND,
  firstWait: BURST_MS,
  firstPause: 10 * SECOND,
  longestPause: 3_600 * SECOND,
  closeWithin: 0,
}

/** Starts a burst with its first message. Later messages join it. */
export async function addMessageToBurst(tx: Tx, order_id: string, side: ConversationSide, first_number: number): Promise<void> {
  await insertMessageBurst(tx, { id: `${order_id} ${side}`, order_id, side, first_number, due_at: Date.now() + BURST_MS })
}

/** Queues the email about a burst and deletes the burst. Sends none if the other side has read everything. */
export async function queueMessageBurstEmail(
  { mail, files }: MessageBurstDependencies,
  tx: Tx,
  { id, order_id, side }: OrderMessageBurstTable,
  order: StoredOrder | undefined,
): Promise<void> {
  const counters = await lockConversation(tx, order_id)
  const burst = await findMessageBurst(tx, id)
  await deleteMessageBurst(tx, id)
  const unread = side === 'team' ? counters?.unread_by_customer : counters?.unread_by_team
  if (!order || !burst || !unread) return
  const stored = await listBurstMessages(tx, burst)
  const fileIds = stored.map((message) => JSON.parse(message.files) as string[])
  const filesById = await files.listByIds(tx, fileIds.flat(), { email: order.customer_email, isAdmin: side === 'customer' })
  const messages = stored.map(({ text }, index) => ({
    text,
    fileNames: (fileIds[index] ?? []).flatMap((fileId) => filesById.get(fileId)?.name ?? []),
  }))
  const values = { order, messages }
  if (side === 'team') await mail.enqueue(tx, buildMessagesToCustomerEmail(order.customer_email, values))
  else for (const to of await listAdminEmailsToNotify(tx)) await mail.enqueue(tx, buildMessagesToTeamEmail(to, values))
}
