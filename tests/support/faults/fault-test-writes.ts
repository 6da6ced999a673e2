import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { FakePayPal } from '../fake-paypal.ts'
import type { PaymentForm } from '../fake-paypal-ipn-notices.ts'
import { buildFileForm } from '../order-files.ts'
import { sampleCustomer, standardPackageValues } from '../site-with-paypal.ts'
import { password } from '../test-app.ts'
import { buildRecordValues } from '../test-content-module.ts'
import { buildUploadForm } from '../test-images.ts'

export type WriteKindName =
  | 'content'
  | 'message'
  | 'subscriber'
  | 'registration'
  | 'order'
  | 'notice'
  | 'picture'
  | 'order message'
  | 'order file'

/** A write to send, perhaps twice. A unique mark identifies it. */
export type MarkedWriteRequest = {
  mark: string
  path: string
  as: 'anonymous' | 'customer' | 'admin'
  body: object | Buffer | FormData
}

/** Calls the API to prepare a write, such as placing an order to pay. Returns undefined without a reply. */
export type CallApi = (
  method: string,
  path: string,
  as: MarkedWriteRequest['as'],
  body?: object,
) => Promise<Record<string, never> | undefined>

type WriteKind = {
  /** The share of all writes, in percent. */
  share: number
  /** What prevents a second copy if a client sends the write again. */
  deduplicatedBy: 'by its key' | 'by itself'
  prepare(mark: string, callApi: CallApi, paypal: FakePayPal): Promise<MarkedWriteRequest | undefined>
  /** Returns the mark of each stored record. */
  listStoredMarks(db: DatabaseReader): Promise<string[]>
}

const emailForMark = (mark: string) => `${mark}@example.com`
const parseMarks = (emails: readonly { email: string }[]) => emails.map(({ email }) => email.replace('@example.com', ''))

/** All kinds of writes that the site must keep. */
export const writeKinds: Readonly<Record<WriteKindName, WriteKind>> = {
  content: {
    share: 27,
    deduplicatedBy: 'by its key',
    prepare: async (mark) => {
      const body = { ...buildRecordValues(faqItem), accodingTitle: mark }
      return { mark, path: `/api${faqItem.api.add}`, as: 'admin', body }
    },
    listStoredMarks: async (db) => {
      const records = await db.selectFrom('content_record').select('data').where('kind', '=', faqItem.kind).execute()
      return records.map(({ data }) => (JSON.parse(data) as { accodingTitle: string }).accodingTitle)
    },
  },
  message: {
    share: 24,
    deduplicatedBy: 'by its key',
    prepare: async (mark) => ({ mark, path: '/api/add-message', as: 'anonymous', body: { name: mark, message: `I am ${mark}` } }),
    listStoredMarks: async (db) => (await db.selectFrom('message').select('name').execute()).map(({ name }) => name),
  },
  subscriber: {
    share: 13,
    deduplicatedBy: 'by its key',
    prepare: async (mark) => ({ mark, path: '/api/add-subscriber', as: 'anonymous', body: { subemail: emailForMark(mark) } }),
    listStoredMarks: async (db) => parseMarks(await db.selectFrom('subscriber').select('email').execute()),
  },
  registration: {
    share: 2,
    deduplicatedBy: 'by itself',
    prepare: async (mark) => ({ mark, path: '/api/register', as: 'anonymous', body: { email: emailForMark(mark), password } }),
    listStoredMarks: async (db) =>
      parseMarks(
        await db
          .selectFrom('user' as 'user_role')
          .select('email')
          .execute(),
      ),
  },
  order: {
    share: 19,
    deduplicatedBy: 'by its key',
    prepare: async (mark) => ({ mark, path: '/api/new-order', as: 'customer', body: buildOrder(mark) }),
    listStoredMarks: async (db) =>
      (await db.selectFrom('orders').select('customer_name').execute()).map(({ customer_name }) => customer_name),
  },
  notice: {
    share: 8,
    deduplicatedBy: 'by itself',
    prepare: async (mark, callApi, paypal) => {
      const order = await placeOrder(callApi, `Payer ${mark}`)
      const form = order && ((await callApi('POST', `/pay/${order._id}`, 'customer'))?.fields as PaymentForm | undefined)
      if (!form) return undefined
      const { payment, notice } = paypal.charge(form)
      const { pathname } = new URL(notice.url)
      return { mark: payment.transactionId, path: pathname, as: 'anonymous', body: notice.bytes }
    },
    listStoredMarks: async (db) => {
      const facts = await db.selectFrom('payment_fact').select('transaction_id').where('kind', '=', 'settled').execute()
      return facts.map(({ transaction_id }) => transaction_id)
    },
  },
  picture: {
    share: 1,
    deduplicatedBy: 'by its key',
    prepare: async (mark) => {
      const raw = { width: 8, height: 8, channels: 3 } as const
      const bytes = await sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
        .png()
        .toBuffer()
      return { mark, path: '/api/media', as: 'admin', body: buildUploadForm(bytes, { alt: mark, type: 'image/png' }) }
    },
    listStoredMarks: async (db) => (await db.selectFrom('media').select('alt').execute()).map(({ alt }) => alt),
  },
  'order message': {
    share: 4,
    deduplicatedBy: 'by its key',
    prepare: async (mark, callApi) => {
      const order = await placeOrder(callApi, `Writer ${mark}`)
      return order && { mark, path: `/api/order-message/${order._id}`, as: 'customer', body: { text: mark } }
    },
    listStoredMarks: async (db) => (await db.selectFrom('order_message').select('text').execute()).map(({ text }) => text),
  },
  'order file': {
    share: 2,
    deduplicatedBy: 'by its key',
    prepare: async (mark, callApi) => {
      const order = await placeOrder(callApi, `Sender ${mark}`)
      return order && { mark, path: `/api/order-file/${order._id}`, as: 'admin', body: buildFileForm(Buffer.from(mark), mark) }
    },
    listStoredMarks: async (db) => {
      const files = await db.selectFrom('order_file').select('name').where('added_at', 'is not', null).execute()
      return files.map(({ name }) => name.replace('.txt', ''))
    },
  },
}

async function placeOrder(callApi: CallApi, customerName: string): Promise<{ _id: string } | undefined> {
  return (await callApi('POST', '/new-order', 'customer', buildOrder(customerName)))?.record
}

function buildOrder(customerName: string): object {
  return {
    ...sampleCustomer,
    packageName: standardPackageValues.packageName,
    packagePrice: standardPackageValues.packagePrice,
    customerName,
  }
}
