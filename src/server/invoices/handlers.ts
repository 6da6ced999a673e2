import { invoiceFile } from '../../contract/invoices.ts'
import { type Handled, handled } from '../http/http.ts'
import type { Invoices } from './invoices.ts'

export function invoiceHandlers({ fileOf }: Invoices): Handled[] {
  return [
    handled(invoiceFile, async ({ params }, { person }) => {
      const { name, pdf } = await fileOf(params.id, person)
      return { name, content: pdf }
    }),
  ]
}
