import { amountOf } from '../../contract/money.ts'
import type { Invoice } from './invoice.ts'

/** Answers a PDF. */
export async function drawInvoice({ number, issuedAt, printed }: Invoice): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({ info: { Title: `Invoice ${number}`, CreationDate: new Date(issuedAt) } })
  const { seller, buyer, line } = printed
  document.text(`Invoice ${number}\n${seller.name}\n${buyer.name}\n${line.packageName}\n$${amountOf(line.cents)}`)
  document.end()
  const pieces: Uint8Array[] = []
  for await (const piece of document) pieces.push(piece as Uint8Array)
  return Buffer.concat(pieces)
}
