import { expressionBuilder } from 'kysely'
import type { DatabaseTables } from '#platform/db/tables.ts'

// What stores of other modules may read about invoices. The databases search such a query like the table itself.

const { selectFrom } = expressionBuilder<DatabaseTables>()

export const invoiceNumbers = selectFrom('invoice').select(['order_id', 'number', 'issued_at']).as('invoice')

export const cancelledInvoiceNumbers = selectFrom('cancelled_invoice')
  .select(['order_id', 'transaction_id', 'number', 'issued_at'])
  .as('cancelled_invoice')

export const creditNoteNumbers = selectFrom('credit_note')
  .select(['order_id', 'transaction_id', 'number', 'sequence', 'cents', 'refunded_at'])
  .as('credit_note')
