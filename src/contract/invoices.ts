import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { idParams } from './reply.ts'

/** Of a paid order; of a customer their own. */
export const invoiceFile = defineEndpoint({
  method: 'GET',
  path: '/invoice/:id',
  access: 'signedIn',
  limit: 'invoice',
  summary: 'The invoice of a paid order',
  tag: 'payments',
  params: idParams,
  file: { type: 'application/pdf', name: 'invoice.pdf' },
  reply: z.instanceof(Uint8Array),
  status: 200,
})
