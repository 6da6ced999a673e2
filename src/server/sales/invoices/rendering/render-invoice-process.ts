import { json } from 'node:stream/consumers'
import type { SalesDocument } from '../document-content.ts'
import { renderInvoicePdf } from './render-invoice.ts'

// A separate program: reads an invoice or credit note as JSON and writes the PDF.
process.stdout.write(await renderInvoicePdf((await json(process.stdin)) as SalesDocument))
