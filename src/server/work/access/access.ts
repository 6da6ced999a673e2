import { randomUUIDv7 } from 'node:crypto'
import { briefQuestion } from '#contract/content/kinds/brief-question.ts'
import { ignore404Error, UserError } from '#contract/core/user-error.ts'
import { getOrderAccessEndpoint, type OrderAccess, type OrderAccessList, setAccessStateEndpoint } from '#contract/work/access.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { Database } from '#platform/db/open-database.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { ServerModule } from '#platform/module.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import { loadBusiness } from '../../content/business/business.ts'
import { listKindRecords } from '../../content/records/records.ts'
import type { OrdersModule } from '../../sales/orders/orders.ts'
import { findAccess, insertAccessList, listAccess, saveAccessChange } from './store.ts'
import type { OrderAccessTable } from './tables.ts'

export { listMissingAccess } from './store.ts'

type Dependencies = { database: Database; orders: Pick<OrdersModule, 'find' | 'findForPerson'> }
type Person = { email: string; isAdmin: boolean }

const NO_SUCH_ACCESS = 'There is no such access.'

/** Creates the module for the accesses that the team needs: a website, a profile, a tool. */
export function createAccessModule({ database: { read, write }, orders }: Dependencies) {
  async function load(orderId: string, person: Person): Promise<OrderAccessList> {
    await orders.findForPerson(orderId, person)
    const [items, { email = '' }] = await Promise.all([listAccess(read, orderId), loadBusiness(read)])
    return { _id: orderId, inviteEmail: email, items: items.map((item) => serializeAccess(item, person)) }
  }

  const handlers = [
    defineHandler(getOrderAccessEndpoint, ({ params }, { person }) => load(params.orderId, person)),

    defineHandler(setAccessStateEndpoint, async ({ params: { id }, body: { state } }, { person }) => {
      const order = await orders.find((await findAccess(read, id))?.order_id ?? null)
      if (!order || (!person.isAdmin && order.customer_email !== person.email)) throw new UserError(404, NO_SUCH_ACCESS)
      if (state === 'confirmed' && !person.isAdmin) throw new UserError(403, 'Only the team confirms an access.')
      const record = await write(async (tx) => {
        const before = await findAccess(tx, id)
        if (!before) throw new UserError(404, NO_SUCH_ACCESS)
        if (before.state === state) return serializeAccess(before, person)
        if (before.state === 'confirmed' && !person.isAdmin)
          throw new UserError(409, `We have access to “${before.name}” already. If that changed, please write to us.`)
        const by = person.isAdmin ? 'team' : 'customer'
        const change = { state, at: Date.now(), by, ...(person.isAdmin && { actor: person.email }) }
        const history = JSON.stringify([...(JSON.parse(before.history) as unknown[]), change])
        if (!(await saveAccessChange(tx, before, { state, history })))
          throw new UserError(409, `“${before.name}” changed at the same time. Look at it again.`)
        if (person.isAdmin)
          await recordAuditEntry(tx, {
            actor: person.email,
            action: 'order.access-changed',
            subject: String(order.number),
            detail: { title: before.name, state },
          })
        return serializeAccess({ ...before, state, history }, person)
      })
      return { message: 'Saved', record }
    }),
  ]

  return {
    name: 'work/access',
    handlers,
    stateTables: ['order_access'],
    erasePerson: 'It holds what the team needs for the work, and no text or name of a customer.',
    exportOrder: { access: async (orderId, customer) => (await ignore404Error(load(orderId, customer)))?.items ?? [] },
  } satisfies ServerModule
}

/** Copies what the content asks for to an order. */
export async function openAccessList(tx: Tx, order_id: string): Promise<void> {
  const asked = (await listKindRecords(tx, briefQuestion)).filter(({ values }) => values.answerType === 'access')
  const rows = asked.map(
    ({ values }, position): OrderAccessTable => ({
      id: randomUUIDv7(),
      order_id,
      position,
      name: values.question ?? '',
      help: values.questionHelp ?? '',
      link: values.accessLink ?? '',
      state: 'not yet',
      history: '[]',
    }),
  )
  await insertAccessList(tx, rows)
}

function serializeAccess({ id, name, help, link, state, history }: OrderAccessTable, { isAdmin }: Person): OrderAccess {
  const changes = JSON.parse(history) as OrderAccess['history']
  const shown = isAdmin ? changes : changes.map(({ actor: _, ...change }) => change)
  return { _id: id, name, help, link, state, history: shown }
}
