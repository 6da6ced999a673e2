/** A sample module in the files that `CONTRIBUTING.md` names: tags on orders, for admins. */
export const ORDER_TAGS_FILES = {
  'src/contract/sales/order-tags.ts': `
    import * as z from 'zod/mini'
    import { defineEndpoint } from '../core/endpoint.ts'
    import { idParamsSchema, buildMessageAndRecordSchema } from '../core/common-schemas.ts'
    import { textSchema } from '../core/text-schemas.ts'

    const tag = z.object({ _id: z.string(), text: z.string(), author: z.string() })
    export const listOrderTagsEndpoint = defineEndpoint('GET /order-tags/:id', 'admin', {
      summary: 'The tags on an order',
      params: idParamsSchema,
      reply: z.array(tag),
    })

    export const addOrderTagEndpoint = defineEndpoint('POST /order-tags/:id', 'admin', {
      idempotent: true,
      summary: 'Add a tag to an order',
      params: idParamsSchema,
      body: z.strictObject({ text: textSchema('Tag') }),
      reply: buildMessageAndRecordSchema(tag),
      status: 201,
    })`,
  'src/server/sales/order-tags/order-tags.ts': `
    import { addOrderTagEndpoint, listOrderTagsEndpoint } from '#contract/sales/order-tags.ts'
    import type { Database } from '#platform/db/open-database.ts'
    import { defineHandler } from '#platform/http/register-api.ts'
    import type { ServerModule } from '#platform/module.ts'
    import type { OrdersModule } from '../orders/orders.ts'
    import { deleteOrderTags, insertOrderTag, listOrderTags } from './store.ts'
    import type { OrderTagTable } from './tables.ts'

    type Dependencies = { database: Database; orders: Pick<OrdersModule, 'findForPerson'> }

    export function createOrderTagsModule({ database: { read, write }, orders }: Dependencies) {
      const handlers = [
        defineHandler(listOrderTagsEndpoint, async ({ params }, { person }) => {
          await orders.findForPerson(params.id, person)
          return (await listOrderTags(read, params.id)).map(serializeTag)
        }),

        defineHandler(addOrderTagEndpoint, async ({ params, body: { text } }, { person, idempotency }) => {
          await orders.findForPerson(params.id, person)
          const tag = { orderId: params.id, text, author: person.email }
          const stored = await write((tx) => insertOrderTag(tx, tag), idempotency)
          return { message: 'The tag is added', record: serializeTag(stored) }
        }),
      ]
      return {
        name: 'sales/order-tags',
        handlers,
        stateTables: ['order_tag'],
        erasePerson: async (tx, email) => ({ counts: { orderTags: await deleteOrderTags(tx, email) } }),
        exportPerson: 'Only the team reads its tags.',
        retention: {
          'order-tags': {
            what: 'Tags on orders',
            days: 3650,
            since: 'they were written',
            why: 'Old tags have no use.',
            rows: { table: 'order_tag', key: ['id'], at: 'written_at' },
          },
        },
      } satisfies ServerModule
    }

    function serializeTag({ id, body, author }: OrderTagTable) {
      return { _id: id, text: body, author }
    }`,
  'src/server/sales/order-tags/store.ts': `
    import { randomUUIDv7 } from 'node:crypto'
    import type { DatabaseReader } from '#platform/db/tables.ts'
    import type { Tx } from '#platform/db/database-writer.ts'
    import { selectOrderIdsOfCustomer } from '../orders/queries.ts'
    import type { OrderTagTable } from './tables.ts'

    export async function insertOrderTag(tx: Tx, tag: { orderId: string; text: string; author: string }): Promise<OrderTagTable> {
      const { orderId: order_id, text: body, author } = tag
      const row = { id: randomUUIDv7(), order_id, body, author, written_at: Date.now() }
      await tx.insertInto('order_tag').values(row).execute()
      return row
    }

    export async function deleteOrderTags(tx: Tx, email: string): Promise<number> {
      return Number((await tx.deleteFrom('order_tag').where('order_id', 'in', selectOrderIdsOfCustomer(email)).executeTakeFirst()).numDeletedRows)
    }

    export function listOrderTags(db: DatabaseReader, orderId: string): Promise<OrderTagTable[]> {
      return db.selectFrom('order_tag').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
    }`,
  'src/server/sales/order-tags/tables.ts': `
    declare module '#platform/db/tables.ts' {
      interface DatabaseTables {
        order_tag: OrderTagTable
      }
    }

    export type OrderTagTable = { id: string; order_id: string; body: string; author: string; written_at: number }`,
  'src/server/sales/order-tags/migrations/0011-order-tags.ts': `
    import type { Migration } from '#platform/db/migration.ts'

    export const orderTagsMigration: Migration = {
      name: '0011-order-tags',
      sql: \`
    create table order_tag (
      id text primary key,
      order_id text not null references orders (id),
      body text not null,
      author text not null,
      written_at bigint not null
    );
    create index order_tags_of_order on order_tag (order_id, id);
    create index order_tag_oldest on order_tag (written_at);
    \`,
    }`,
  'src/web/admin/sales/order-tags/order-tags.tsx': `
    import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
    import type { EndpointResult } from '#contract/core/endpoint.ts'
    import { addOrderTagEndpoint, listOrderTagsEndpoint } from '#contract/sales/order-tags.ts'
    import { createNamedFormsAction, defineForm } from '#web/forms/form-action.ts'
    import { getPageRequestContext } from '#web/page-request-context.ts'
    import { SubmissionError, SubmissionForm, useFormSubmission } from '../../forms/form-submission.tsx'
    import { AdminPage } from '../../shell/admin-page.tsx'
    import { adminPaths } from '../../admin-paths.ts'

    const FORM = 'add-tag'
    const fields = { text: { type: 'text', label: 'Tag' } }

    export function loader({ context, params: { id = '' } }: LoaderFunctionArgs) {
      return getPageRequestContext(context).call(listOrderTagsEndpoint, { params: { id } })
    }

    export const action = createNamedFormsAction({
      [FORM]: defineForm(fields, async ({ call, values, params: { id = '' }, key }) => ({
        notice: (await call(addOrderTagEndpoint, { params: { id }, body: values, key })).message,
      })),
    })

    export function Page() {
      const tags = useLoaderData<EndpointResult<typeof listOrderTagsEndpoint>>()
      const submission = useFormSubmission(FORM)
      return (
        <AdminPage heading="Tags" crumbs={[{ name: 'Orders', to: adminPaths.orders }, { name: 'Tags' }]}>
          <SubmissionError submission={submission} />
          <ul>
            {tags.map(({ _id, text, author }) => (
              <li key={_id}>
                {text}, by {author}
              </li>
            ))}
          </ul>
          <SubmissionForm submission={submission}>
            <label>
              Tag <input type="text" name="text" className="control" />
            </label>
            <button type="submit">Add the tag</button>
          </SubmissionForm>
        </AdminPage>
      )
    }`,
}

/** The lines that register the new module. */
export const ORDER_TAGS_EDITS: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  'src/contract/sales/order-calls.ts': [
    [
      "export * from './order-status-endpoints.ts'",
      "export * from './order-tags.ts'\nexport * from './order-status-endpoints.ts'",
    ],
  ],
  'src/server/modules.ts': [
    [
      'import { createOrdersModule,',
      "import { createOrderTagsModule } from './sales/order-tags/order-tags.ts'\nimport { createOrdersModule,",
    ],
    [
      '  add(createRehearsalCheckoutModule(',
      '  add(createOrderTagsModule({ ...shared, orders }))\n  add(createRehearsalCheckoutModule(',
    ],
  ],
  'src/server/migrations/every-migration.ts': [
    [
      "export { writingVersionMigration } from './0008-writing-version.ts'",
      "export { writingVersionMigration } from './0008-writing-version.ts'\nexport { orderTagsMigration } from '../sales/order-tags/migrations/0011-order-tags.ts'",
    ],
  ],
  'src/web/admin/admin-paths.ts': [
    ["  launchChecklist: '/going-live',", "  launchChecklist: '/going-live',\n  orderTags: '/order-tags/:id',"],
  ],
  'src/web/admin/sales/pages.ts': [
    [
      '  defineHydratedPage(adminPaths.customers,',
      "  defineHydratedPage(adminPaths.orderTags, 'admin', () => import('./order-tags/order-tags.tsx'), { sidebarEntry: adminPaths.orders }),\n  defineHydratedPage(adminPaths.customers,",
    ],
  ],
}
