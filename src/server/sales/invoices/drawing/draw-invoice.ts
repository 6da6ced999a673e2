import { json } from 'node:stream/consumers'
import type { Document } from '../invoice.ts'
import { drawInvoicePage } from './invoice-page.ts'

// A separate program: reads an invoice or credit note as JSON and writes the PDF.
process.stdout.write(await drawInvoicePage((await json(process.stdin)) as Document))
