import { json } from 'node:stream/consumers'
import type { Document } from '../invoice.ts'
import { drawInvoicePage } from './invoice-page.ts'

// A program of its own: reads the invoice or credit note as JSON, writes the PDF, ends.
process.stdout.write(await drawInvoicePage((await json(process.stdin)) as Document))
