import type { OrderMessage } from '#contract/work/conversation.ts'
import type { OrderFile } from '#contract/work/order-files.ts'
import { buildFileForm } from './order-files.ts'
import { sampleCustomer, standardPackageValues } from './site-with-paypal.ts'
import type { Role, TestApp } from './test-app.ts'

/** Makes the calls about one order. */
export function createOrderClient(site: Pick<TestApp, 'request'>) {
  async function call<T>(method: string, path: string, as: Role, body?: unknown, headers?: Record<string, string>) {
    const {
      status,
      json,
      headers: replyHeaders,
    } = await site.request(method, `/api${path}`, {
      as,
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    })
    return { status, reply: json() as T, headers: replyHeaders }
  }
  type Written<T> = { record: T; message: string; error: string; fields?: Record<string, string> }

  async function markPaid(orderId: string): Promise<void> {
    const { status, reply } = await call<Written<object>>('PUT', `/order-paid/${orderId}`, 'admin', { reason: 'In cash' })
    if (status !== 200) throw new Error(`The order was not marked as paid: ${reply.error}`)
  }

  return {
    call,
    /** Adds a package if there is none, and returns the id of a new order of the customer, marked as paid by hand. */
    async placeOrder({ isPaid = true } = {}): Promise<string> {
      await call('POST', '/add-pricing', 'admin', standardPackageValues)
      const placed = { packageName: 'Standard', packagePrice: '999', ...sampleCustomer, customerAddress: crypto.randomUUID() }
      const { status, reply } = await call<Written<{ _id: string }>>('POST', '/new-order', 'customer', placed)
      if (status !== 201) throw new Error(`The order was refused: ${reply.error}`)
      if (isPaid) await markPaid(reply.record._id)
      return reply.record._id
    },
    markPaid,
    write: (orderId: string, as: Role, body: object, headers?: Record<string, string>) =>
      call<Written<OrderMessage>>('POST', `/order-message/${orderId}`, as, body, headers),
    list: (orderId: string, as: Role, query = '') => call<OrderMessage[]>('GET', `/order-messages/${orderId}${query}`, as),
    markRead: (orderId: string, as: Role, upTo: string) =>
      call<Written<{ unread: number }>>('PUT', `/order-messages-read/${orderId}`, as, { upTo }),
    upload: (orderId: string, as: Role, bytes: Uint8Array, name: string, headers?: Record<string, string>) =>
      call<Written<OrderFile>>('POST', `/order-file/${orderId}`, as, buildFileForm(bytes, name), headers),
    download: (id: string, as: Role) => site.request('GET', `/api/order-file/${id}`, { as }),
  }
}

/** Returns a start date that may lie before the payment. */
export const confirmStart = (startsOn: string) => ({ startsOn, confirmedStart: startsOn })
