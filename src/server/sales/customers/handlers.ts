import {
  addCustomerNoteEndpoint,
  deleteCustomerNoteEndpoint,
  getCustomerEndpoint,
  listCustomersEndpoint,
  listFollowUpsEndpoint,
  setFollowUpEndpoint,
} from '#contract/sales/customers.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { CustomersModule } from './customers.ts'

export function createCustomerHandlers(customers: CustomersModule): EndpointHandler[] {
  return [
    defineHandler(listCustomersEndpoint, async ({ query: { search, ...page } }) => {
      const { records, total } = await customers.list(search, page)
      return { records: records.map(({ email, name, orders, to_pay }) => ({ _id: email, name, orders, toPay: to_pay })), total }
    }),
    defineHandler(listFollowUpsEndpoint, async ({ query }) => customers.listFollowUps(query)),
    defineHandler(getCustomerEndpoint, async ({ query: { email } }) => customers.load(email)),
    defineHandler(addCustomerNoteEndpoint, async ({ body: { email, text } }, { person, idempotency }) => ({
      message: 'Note added',
      record: await customers.addNote(email, text, person.email, idempotency),
    })),
    defineHandler(deleteCustomerNoteEndpoint, async ({ params: { id } }, { person }) => {
      await customers.deleteNote(id, person.email)
      return { message: 'Note deleted' }
    }),
    defineHandler(setFollowUpEndpoint, async ({ body }, { person }) => {
      const followUp = await customers.setFollowUp(body, person.email)
      return { message: followUp ? 'Follow-up saved' : 'Follow-up cleared', followUp }
    }),
  ]
}
