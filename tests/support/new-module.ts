/** A module that nobody needs, by the files that `CONTRIBUTING.md` names: notes on an order, for admins. */
export const MODULE_FILES = {
  'src/contract/sales/order-notes.ts': `
    import * as z from 'zod/mini'
    import { defineEndpoint } from '../grammar/endpoint.ts'
    import { idParams, writeReply } from '../grammar/reply.ts'
    import { plainText } from '../grammar/text.ts'

    const note = z.object({ _id: z.string(), text: z.string(), author: z.string() })
    const shared = { access: 'admin', tag: 'orders' } as const

    export const listOrderNotes = defineEndpoint({
      ...shared,
      method: 'GET',
      path: '/order-notes/:id',
      summary: 'The notes on an order',
      params: idParams,
      reply: z.array(note),
      status: 200,
    })

    export const addOrderNote = defineEndpoint({
      ...shared,
      method: 'POST',
      path: '/order-notes/:id',
      once: true,
      summary: 'Add a note to an order',
      params: idParams,
      body: z.strictObject({ text: plainText('Note') }),
      reply: writeReply(note),
      status: 201,
    })`,
  'src/server/sales/order-notes/order-notes.ts': `
    import type { Database } from '../../platform/db/db.ts'
    import type { Once } from '../../platform/db/once.ts'
    import type { Handled } from '../../platform/http/http.ts'
    import type { Api, Module } from '../../platform/module.ts'
    import type { Orders } from '../orders/orders.ts'
    import { orderNoteHandlers } from './handlers.ts'
    import { insertNote, notesOf } from './store.ts'

    export type OrderNotes = Api<typeof createOrderNotes>

    type Person = { email: string; isAdmin: boolean }
    type Parts = { database: Database; orders: Pick<Orders, 'ofPerson'> }

    export function createOrderNotes({ database: { read, write }, orders }: Parts) {
      const orderNotes = {
        list: (orderId: string) => notesOf(read, orderId),
        async add(orderId: string, text: string, person: Person, once: Once | undefined) {
          await orders.ofPerson(orderId, person)
          return write((tx) => insertNote(tx, { orderId, text, author: person.email }), once)
        },
      }
      return {
        ...orderNotes,
        name: 'sales/order-notes',
        handlers: (): Handled[] => orderNoteHandlers(orderNotes),
        dataTables: ['order_note'],
        retention: {
          'order-notes': {
            what: 'Notes on orders',
            days: 3650,
            since: 'they were written',
            why: 'Nobody reads them after ten years.',
            rows: { table: 'order_note', key: ['id'], at: 'written_at' },
          },
        },
      } satisfies Module
    }`,
  'src/server/sales/order-notes/handlers.ts': `
    import { addOrderNote, listOrderNotes } from '../../../contract/sales/order-notes.ts'
    import type { OrderNoteTable } from '../../platform/db/tables.ts'
    import { type Handled, handled } from '../../platform/http/http.ts'
    import type { OrderNotes } from './order-notes.ts'

    export function orderNoteHandlers(notes: OrderNotes): Handled[] {
      return [
        handled(listOrderNotes, async ({ params }) => (await notes.list(params.id)).map(serializeNote)),
        handled(addOrderNote, async ({ params, body }, { person, once }) => ({
          message: 'The note is added',
          record: serializeNote(await notes.add(params.id, body.text, person, once)),
        })),
      ]
    }

    function serializeNote({ id, body, author }: OrderNoteTable) {
      return { _id: id, text: body, author }
    }`,
  'src/server/sales/order-notes/store.ts': `
    import { randomUUIDv7 } from 'node:crypto'
    import type { OrderNoteTable, Reader } from '../../platform/db/tables.ts'
    import type { Tx } from '../../platform/db/write.ts'

    export async function insertNote(tx: Tx, note: { orderId: string; text: string; author: string }): Promise<OrderNoteTable> {
      const { orderId: order_id, text: body, author } = note
      const row = { id: randomUUIDv7(), order_id, body, author, written_at: Date.now() }
      await tx.insertInto('order_note').values(row).execute()
      return row
    }

    export function notesOf(db: Reader, orderId: string): Promise<OrderNoteTable[]> {
      return db.selectFrom('order_note').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
    }`,
  'src/server/platform/db/migrations/0002-order-notes.ts': `
    import type { Migration } from './migration.ts'

    export const orderNotes: Migration = {
      name: '0002-order-notes',
      sql: \`
    create table order_note (
      id text primary key,
      order_id text not null references orders (id),
      body text not null,
      author text not null,
      written_at bigint not null
    );
    create index order_notes_of_order on order_note (order_id, id);
    create index order_note_oldest on order_note (written_at);
    \`,
    }`,
  'src/web/admin/sales/order-notes/order-notes.tsx': `
    import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
    import type { ReplyOf } from '../../../../contract/grammar/endpoint.ts'
    import { addOrderNote, listOrderNotes } from '../../../../contract/sales/order-notes.ts'
    import { formActions, pageForm } from '../../../forms/form-action.ts'
    import { visitOf } from '../../../visit.ts'
    import { SavingAnswer, SavingForm, useSaving } from '../../forms/saving.tsx'
    import { AdminPage } from '../../shell/admin-page.tsx'
    import { adminPaths } from '../../site-map.ts'

    const FORM = 'add-note'
    const fields = { text: { type: 'text', label: 'Note' } }

    export function loader({ context, params: { id = '' } }: LoaderFunctionArgs) {
      return visitOf(context).call(listOrderNotes, { params: { id } })
    }

    export const action = formActions({
      [FORM]: pageForm(fields, async ({ call, values, params: { id = '' }, key }) => ({
        notice: (await call(addOrderNote, { params: { id }, body: values, key })).message,
      })),
    })

    export function Page() {
      const notes = useLoaderData<ReplyOf<typeof listOrderNotes>>()
      const saving = useSaving(FORM)
      return (
        <AdminPage heading="Notes" crumbs={[{ name: 'Orders', to: adminPaths.orders }, { name: 'Notes' }]}>
          <SavingAnswer saving={saving} />
          <ul>
            {notes.map(({ _id, text, author }) => (
              <li key={_id}>
                {text}, by {author}
              </li>
            ))}
          </ul>
          <SavingForm saving={saving}>
            <label>
              Note <input type="text" name="text" className="control" />
            </label>
            <button type="submit">Add the note</button>
          </SavingForm>
        </AdminPage>
      )
    }`,
}

/** Where the new module is registered: a line before or after one that exists. */
export const MODULE_EDITS: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  'src/contract/endpoints.ts': [
    ['import { payPalNotice,', "import { addOrderNote, listOrderNotes } from './sales/order-notes.ts'\nimport { payPalNotice,"],
    ['  cancelOrder,\n  paymentOf,', '  addOrderNote,\n  listOrderNotes,\n  cancelOrder,\n  paymentOf,'],
  ],
  'src/server/modules.ts': [
    ['import { createOrders }', "import { createOrderNotes } from './sales/order-notes/order-notes.ts'\nimport { createOrders }"],
    ['  add(createCheckout(', '  add(createOrderNotes({ ...base, orders }))\n  add(createCheckout('],
  ],
  'src/server/platform/db/migrations/migrations.ts': [
    ['import type { Migration }', "import { orderNotes } from './0002-order-notes.ts'\nimport type { Migration }"],
    ['[baseline]', '[baseline, orderNotes]'],
  ],
  'src/server/platform/db/tables.ts': [
    ['  OrdersTable,\n', '  OrderNoteTable,\n  OrdersTable,\n'],
    ['  orders: OrdersTable\n', '  orders: OrdersTable\n  order_note: OrderNoteTable\n'],
  ],
  'src/server/platform/db/tables/sales.ts': [
    [
      'export type OrdersTable = {',
      'export type OrderNoteTable = { id: string; order_id: string; body: string; author: string; written_at: number }\n\nexport type OrdersTable = {',
    ],
  ],
  'src/web/admin/site-map.ts': [
    ["  goingLive: '/going-live',", "  goingLive: '/going-live',\n  orderNotes: '/order-notes/:id',"],
  ],
  'src/web/admin-pages.ts': [
    [
      '  appPage(adminPaths.goingLive,',
      "  appPage(adminPaths.orderNotes, 'admin', () => import('./admin/sales/order-notes/order-notes.tsx')),\n  appPage(adminPaths.goingLive,",
    ],
  ],
}
