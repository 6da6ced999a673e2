import { json } from 'node:stream/consumers'
import type { Invoice } from '../invoice.ts'
import { drawInvoicePage } from './invoice-page.ts'

// A program of its own: reads the invoice as JSON, writes the PDF, ends.
process.stdout.write(await drawInvoicePage((await json(process.stdin)) as Invoice))
