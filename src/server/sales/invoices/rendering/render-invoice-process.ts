import { json } from 'node:stream/consumers'
import type { PrintableSalesDocument } from '../document-files.ts'
import { renderInvoicePdf } from './render-invoice.ts'

// Runs in a child process: reads an invoice or credit note as JSON from stdin and writes the PDF to stdout.
process.stdout.write(await renderInvoicePdf((await json(process.stdin)) as PrintableSalesDocument))
