import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { faqItem } from '../../../src/contract/content/kinds/faq-item.ts'
import type { Reader } from '../../../src/server/platform/db/tables.ts'
import { password } from '../app.ts'
import { sampleRecord } from '../content.ts'
import { dana, standard } from '../paying-site.ts'
import type { Form, PayPal } from '../paypal.ts'
import { uploadOf } from '../pictures.ts'

export type KindName = 'content' | 'message' | 'subscriber' | 'registration' | 'order' | 'notice' | 'picture'

/** A write that is ready to be sent, once or again; it is found by its mark, which no other has. */
export type Sendable = {
  mark: string
  path: string
  as: 'anonymous' | 'customer' | 'admin'
  body: object | Buffer | FormData
}

/** What a client does before it writes, such as ordering what it pays then; undefined where that was not answered. */
export type Ask = (method: string, path: string, as: Sendable['as'], body?: object) => Promise<Record<string, never> | undefined>

type Kind = {
  /** How many of a hundred writes. */
  share: number
  /** What keeps it from being there twice, if it is sent again. */
  once: 'by its key' | 'by itself'
  ready(mark: string, ask: Ask, paypal: PayPal): Promise<Sendable | undefined>
  /** The mark of each one that is stored. */
  stored(db: Reader): Promise<string[]>
}

const emailOf = (mark: string) => `${mark}@example.com`
const marksIn = (emails: readonly { email: string }[]) => emails.map(({ email }) => email.replace('@example.com', ''))

/** All kinds of what people hand over, and expect to be kept. */
export const kinds: Readonly<Record<KindName, Kind>> = {
  content: {
    share: 31,
    once: 'by its key',
    ready: async (mark) => {
      const body = { ...sampleRecord(faqItem), accodingTitle: mark }
      return { mark, path: `/api${faqItem.api.add}`, as: 'admin', body }
    },
    stored: async (db) => {
      const records = await db.selectFrom('content_record').select('data').where('kind', '=', faqItem.kind).execute()
      return records.map(({ data }) => (JSON.parse(data) as { accodingTitle: string }).accodingTitle)
    },
  },
  message: {
    share: 26,
    once: 'by its key',
    ready: async (mark) => ({ mark, path: '/api/add-message', as: 'anonymous', body: { name: mark, message: `I am ${mark}` } }),
    stored: async (db) => (await db.selectFrom('message').select('name').execute()).map(({ name }) => name),
  },
  subscriber: {
    share: 13,
    once: 'by its key',
    ready: async (mark) => ({ mark, path: '/api/add-subscriber', as: 'anonymous', body: { subemail: emailOf(mark) } }),
    stored: async (db) => marksIn(await db.selectFrom('subscriber').select('email').execute()),
  },
  registration: {
    share: 2,
    once: 'by itself',
    ready: async (mark) => ({ mark, path: '/api/register', as: 'anonymous', body: { email: emailOf(mark), password } }),
    stored: async (db) =>
      marksIn(
        await db
          .selectFrom('user' as 'user_record')
          .select('email')
          .execute(),
      ),
  },
  order: {
    share: 19,
    once: 'by its key',
    ready: async (mark) => ({ mark, path: '/api/new-order', as: 'customer', body: orderBy(mark) }),
    stored: async (db) =>
      (await db.selectFrom('orders').select('customer_name').execute()).map(({ customer_name }) => customer_name),
  },
  notice: {
    share: 8,
    once: 'by itself',
    ready: async (mark, ask, paypal) => {
      const order = (await ask('POST', '/new-order', 'customer', orderBy(`Payer ${mark}`)))?.record as { _id: string } | undefined
      const form = order && ((await ask('POST', `/pay/${order._id}`, 'customer'))?.fields as Form | undefined)
      if (!form) return undefined
      const { payment, notice } = paypal.charge(form)
      const { pathname } = new URL(notice.url)
      return { mark: payment.transactionId, path: pathname, as: 'anonymous', body: notice.bytes }
    },
    stored: async (db) => {
      const facts = await db.selectFrom('payment_fact').select('transaction_id').where('kind', '=', 'settled').execute()
      return facts.map(({ transaction_id }) => transaction_id)
    },
  },
  picture: {
    share: 1,
    once: 'by its key',
    ready: async (mark) => {
      const raw = { width: 8, height: 8, channels: 3 } as const
      const bytes = await sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
        .png()
        .toBuffer()
      return { mark, path: '/api/media', as: 'admin', body: uploadOf(bytes, { alt: mark, type: 'image/png' }) }
    },
    stored: async (db) => (await db.selectFrom('media').select('alt').execute()).map(({ alt }) => alt),
  },
}

function orderBy(customerName: string): object {
  return { ...dana, packageName: standard.packageName, packagePrice: standard.packagePrice, customerName }
}
