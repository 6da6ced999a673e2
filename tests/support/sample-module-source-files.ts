/** A sample module in the files that `CONTRIBUTING.md` names: notes on orders, for admins. */
export const ORDER_NOTES_FILES = {
  'src/contract/sales/order-notes.ts': `
    import * as z from 'zod/mini'
    import { defineEndpoint } from '../core/endpoint.ts'
    import { idParamsSchema, buildMessageAndRecordSchema } from '../core/common-schemas.ts'
    import { textSchema } from '../core/text-schemas.ts'

    const note = z.object({ _id: z.string(), text: z.string(), author: z.string() })
    export const listOrderNotesEndpoint = defineEndpoint('GET /order-notes/:id', 'admin', {
      summary: 'The notes on an order',
      params: idParamsSchema,
      reply: z.array(note),
    })

    export const addOrderNoteEndpoint = defineEndpoint('POST /order-notes/:id', 'admin', {
      idempotent: true,
      summary: 'Add a note to an order',
      params: idParamsSchema,
      body: z.strictObject({ text: textSchema('Note') }),
      reply: buildMessageAndRecordSchema(note),
      status: 201,
    })`,
  'src/server/sales/order-notes/order-notes.ts': `
    import { addOrderNoteEndpoint, listOrderNotesEndpoint } from '#contract/sales/order-notes.ts'
    import type { Database } from '#platform/db/open-database.ts'
    import { defineHandler } from '#platform/http/register-api.ts'
    import type { ServerModule } from '#platform/module.ts'
    import type { OrdersModule } from '../orders/orders.ts'
    import { deleteOrderNotes, insertOrderNote, listOrderNotes } from './store.ts'
    import type { OrderNoteTable } from './tables.ts'

    type Dependencies = { database: Database; orders: Pick<OrdersModule, 'findForPerson'> }

    export function createOrderNotesModule({ database: { read, write }, orders }: Dependencies) {
      const handlers = [
        defineHandler(listOrderNotesEndpoint, async ({ params }, { person }) => {
          await orders.findForPerson(params.id, person)
          return (await listOrderNotes(read, params.id)).map(serializeNote)
        }),

        defineHandler(addOrderNoteEndpoint, async ({ params, body: { text } }, { person, idempotency }) => {
          await orders.findForPerson(params.id, person)
          const note = { orderId: params.id, text, author: person.email }
          const stored = await write((tx) => insertOrderNote(tx, note), idempotency)
          return { message: 'The note is added', record: serializeNote(stored) }
        }),
      ]
      return {
        name: 'sales/order-notes',
        handlers,
        stateTables: ['order_note'],
        erasePerson: async (tx, email) => ({ counts: { orderNotes: await deleteOrderNotes(tx, email) } }),
        exportPerson: 'Only the team reads its notes.',
        retention: {
          'order-notes': {
            what: 'Notes on orders',
            days: 3650,
            since: 'they were written',
            why: 'Old notes have no use.',
            rows: { table: 'order_note', key: ['id'], at: 'written_at' },
          },
        },
      } satisfies ServerModule
    }

    function serializeNote({ id, body, author }: OrderNoteTable) {
      return { _id: id, text: body, author }
    }`,
  'src/server/sales/order-notes/store.ts': `
    import { randomUUIDv7 } from 'node:crypto'
    import type { DatabaseReader } from '#platform/db/tables.ts'
    import type { Tx } from '#platform/db/database-writer.ts'
    import type { OrderNoteTable } from './tables.ts'

    export async function insertOrderNote(tx: Tx, note: { orderId: string; text: string; author: string }): Promise<OrderNoteTable> {
      const { orderId: order_id, text: body, author } = note
      const row = { id: randomUUIDv7(), order_id, body, author, written_at: Date.now() }
      await tx.insertInto('order_note').values(row).execute()
      return row
    }

    export async function deleteOrderNotes(tx: Tx, email: string): Promise<number> {
      return Number((await tx.deleteFrom('order_note').where('author', '=', email).executeTakeFirst()).numDeletedRows)
    }

    export function listOrderNotes(db: DatabaseReader, orderId: string): Promise<OrderNoteTable[]> {
      return db.selectFrom('order_note').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
    }`,
  'src/server/sales/order-notes/tables.ts': `
    declare module '#platform/db/tables.ts' {
      interface DatabaseTables {
        order_note: OrderNoteTable
      }
    }

    export type OrderNoteTable = { id: string; order_id: string; body: string; author: string; written_at: number }`,
  'src/server/sales/order-notes/migrations/0010-order-notes.ts': `
    import type { Migration } from '#platform/db/migration.ts'

    export const orderNotesMigration: Migration = {
      name: '0010-order-notes',
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
    import type { EndpointResult } from '#contract/core/endpoint.ts'
    import { addOrderNoteEndpoint, listOrderNotesEndpoint } from '#contract/sales/order-notes.ts'
    import { createNamedFormsAction, defineForm } from '#web/forms/form-action.ts'
    import { getPageRequestContext } from '#web/page-request-context.ts'
    import { SubmissionError, SubmissionForm, useFormSubmission } from '../../forms/form-submission.tsx'
    import { AdminPage } from '../../shell/admin-page.tsx'
    import { adminPaths } from '../../admin-paths.ts'

    const FORM = 'add-note'
    const fields = { text: { type: 'text', label: 'Note' } }

    export function loader({ context, params: { id = '' } }: LoaderFunctionArgs) {
      return getPageRequestContext(context).call(listOrderNotesEndpoint, { params: { id } })
    }

    export const action = createNamedFormsAction({
      [FORM]: defineForm(fields, async ({ call, values, params: { id = '' }, key }) => ({
        notice: (await call(addOrderNoteEndpoint, { params: { id }, body: values, key })).message,
      })),
    })

    export function Page() {
      const notes = useLoaderData<EndpointResult<typeof listOrderNotesEndpoint>>()
      const submission = useFormSubmission(FORM)
      return (
        <AdminPage heading="Notes" crumbs={[{ name: 'Orders', to: adminPaths.orders }, { name: 'Notes' }]}>
          <SubmissionError submission={submission} />
          <ul>
            {notes.map(({ _id, text, author }) => (
              <li key={_id}>
                {text}, by {author}
              </li>
            ))}
          </ul>
          <SubmissionForm submission={submission}>
            <label>
              Note <input type="text" name="text" className="control" />
            </label>
            <button type="submit">Add the note</button>
          </SubmissionForm>
        </AdminPage>
      )
    }`,
}

/** The lines that register the new module. */
export const ORDER_NOTES_EDITS: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  'src/contract/sales/order-calls.ts': [
    [
      "export * from './order-status-endpoints.ts'",
      "export * from './order-notes.ts'\nexport * from './order-status-endpoints.ts'",
    ],
  ],
  'src/server/modules.ts': [
    [
      'import { createOrdersModule,',
      "import { createOrderNotesModule } from './sales/order-notes/order-notes.ts'\nimport { createOrdersModule,",
    ],
    [
      '  add(createRehearsalCheckoutModule(',
      '  add(createOrderNotesModule({ ...shared, orders }))\n  add(createRehearsalCheckoutModule(',
    ],
  ],
  'src/server/migrations/every-migration.ts': [
    [
      "export { writingVersionMigration } from './0008-writing-version.ts'",
      "export { writingVersionMigration } from './0008-writing-version.ts'\nexport { orderNotesMigration } from '../sales/order-notes/migrations/0010-order-notes.ts'",
    ],
  ],
  'src/web/admin/admin-paths.ts': [
    ["  launchChecklist: '/going-live',", "  launchChecklist: '/going-live',\n  orderNotes: '/order-notes/:id',"],
  ],
  'src/web/admin/sales/pages.ts': [
    [
      '  defineHydratedPage(adminPaths.customers,',
      "  defineHydratedPage(adminPaths.orderNotes, 'admin', () => import('./order-notes/order-notes.tsx'), { sidebarEntry: adminPaths.orders }),\n  defineHydratedPage(adminPaths.customers,",
    ],
  ],
}
