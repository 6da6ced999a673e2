import { BUILT_IN_LOGO } from '#contract/content/kinds/logo.ts'
import type { PrintableSalesDocument } from '../document-files.ts'
import type { SalesDocumentContent } from '../sales-documents.ts'
import { formatLongDate, getCreditNoteSentence, getPaymentDateLabel } from './document-texts.ts'
import {
  createPrintableParagraphBuilder,
  invoiceBodyStyle,
  invoiceBoldStyle,
  invoiceColors,
  invoiceLabelStyle,
  invoiceSmallTextStyle,
  type PrintableParagraphBuilder,
} from './invoice-text-styles.ts'
import {
  createPdfWriter,
  MISSING_GLYPH_REPLACEMENT,
  PDF_LEFT_X,
  PDF_RIGHT_X,
  type PdfStructureElement,
  type PdfWriter,
} from './pdf-writer.ts'
import { renderLineItems } from './render-line-items.ts'

const MIDDLE_X = 318

/** Renders an invoice or a credit note, on one page unless its text is longer. */
export async function renderInvoicePdf({ number, issuedAt, content, logo }: PrintableSalesDocument): Promise<Uint8Array> {
  const { seller, order, isRehearsal } = content
  const title = `${content.credit ? 'Credit note' : 'Invoice'} ${number}`
  const sheet = createPdfWriter({
    title,
    author: seller.name,
    subject: `Order ${order.number}`,
    at: issuedAt,
    heading: `${title}, continued`,
  })
  const paragraph = createPrintableParagraphBuilder(sheet)
  renderHeader(sheet, paragraph, title, content, logo)
  if (isRehearsal) renderRehearsalBanner(sheet)
  renderParties(sheet, paragraph, content)
  renderDates(sheet, paragraph, content)
  renderLineItems(sheet, paragraph, content)
  renderFooter(sheet, content, paragraph.isFullyPrintable())
  return sheet.finish()
}

/** The largest logo, in points. */
const LOGO = { width: 130, height: 34 }

function renderHeader(
  sheet: PdfWriter,
  paragraph: PrintableParagraphBuilder,
  title: string,
  { seller: { name, logo: logoUrl = BUILT_IN_LOGO } }: SalesDocumentContent,
  logo: string | undefined,
): void {
  const heading = sheet.addElement('H1')
  const seller = sheet.addElement('P')
  const y = sheet.top() - 3
  const logoWidth = logo ? sheet.drawLogo(Buffer.from(logo, 'base64'), y, LOGO) : logoUrl === BUILT_IN_LOGO ? 28 : 0
  if (!logo && logoWidth > 0) drawBuiltInLogo(sheet, y)
  const nameLeft = PDF_LEFT_X + (logoWidth > 0 ? logoWidth + 10 : 0)
  sheet.drawColumns([
    {
      x: nameLeft,
      width: MIDDLE_X - nameLeft - 24,
      paragraphs: [paragraph(name, { ...invoiceBoldStyle, size: 15 }, seller)],
    },
    {
      x: MIDDLE_X,
      width: PDF_RIGHT_X - MIDDLE_X,
      align: 'right',
      paragraphs: [{ text: title, style: { ...invoiceBoldStyle, size: 24 }, element: heading }],
    },
  ])
  sheet.addSpace(14)
  sheet.drawRule(invoiceColors.ink)
  sheet.addSpace(18)
}

function drawBuiltInLogo(sheet: PdfWriter, y: number): void {
  sheet.drawDecoration((page) => {
    page.save().translate(PDF_LEFT_X - 2, y)
    page.path('M2 28v-9h7v9zm8.5 0V12h7v16zM19 28V9.2L23.6 3l4.6 6.2V28z').fill(invoiceColors.pine)
    page.path('M22 20h3.2v8H22z').fill(invoiceColors.brick).restore()
  })
}

function renderRehearsalBanner(sheet: PdfWriter): void {
  const top = sheet.top()
  sheet.drawDecoration((page) =>
    page.roundedRect(PDF_LEFT_X, top - 4, PDF_RIGHT_X - PDF_LEFT_X, 48, 5).fill(invoiceColors.warningTint),
  )
  const style = { ...invoiceBodyStyle, color: invoiceColors.warning }
  const element = sheet.addElement('P')
  const paragraphs = [
    { text: 'Rehearsal: no money moves', style: { ...style, weight: 600 as const }, element, gap: 6 },
    { text: 'This only shows what an invoice looks like. Nothing was paid, and nothing is due.', style, element },
  ]
  sheet.drawColumns([{ x: PDF_LEFT_X + 14, width: PDF_RIGHT_X - PDF_LEFT_X - 28, paragraphs }])
  sheet.addSpace(26)
}

function renderParties(sheet: PdfWriter, paragraph: PrintableParagraphBuilder, { seller, buyer }: SalesDocumentContent): void {
  const from = sheet.addElement('Sect')
  const to = sheet.addElement('Sect')
  const buildParty = (title: string, within: PdfStructureElement, name: string, lines: readonly string[]) => [
    { text: title, style: invoiceLabelStyle, element: sheet.addElement('H2', within) },
    paragraph(name, invoiceBoldStyle, sheet.addElement('P', within), 4),
    ...lines.map((line) => paragraph(line, invoiceBodyStyle, sheet.addElement('P', within))),
  ]
  const contact = [...seller.addresses, ...seller.phones, ...(seller.email === undefined ? [] : [seller.email])]
  const { name, company, purchaseOrder, address, country, email } = buyer
  const [buyerName, ...buyerLines] = [...(company === undefined ? [] : [company]), name, address, country, email]
  if (purchaseOrder !== undefined) buyerLines.push(`Purchase order: ${purchaseOrder}`)
  const width = MIDDLE_X - PDF_LEFT_X - 24
  sheet.drawColumns([
    { x: PDF_LEFT_X, width, paragraphs: buildParty('From', from, seller.legalName ?? seller.name, contact) },
    { x: MIDDLE_X, width, paragraphs: buildParty('Billed to', to, buyerName ?? '', buyerLines) },
  ])
  sheet.addSpace(22)
}

function renderDates(sheet: PdfWriter, paragraph: PrintableParagraphBuilder, content: SalesDocumentContent): void {
  const { order, issuedOn, paidOn, payment, credit } = content
  sheet.ensureSpace(payment ? 100 : 60)
  sheet.drawRule(invoiceColors.rule)
  sheet.addSpace(10)
  renderLabeledValues(sheet, paragraph, [
    ['Issued', formatLongDate(issuedOn)],
    [getPaymentDateLabel(content), formatLongDate(paidOn)],
    ['Order', String(order.number)],
    credit ? ['Invoice', credit.invoice] : ['Ordered', formatLongDate(order.placedOn)],
    ...(credit?.cancels === undefined ? [] : [['Cancels', credit.cancels] as const]),
  ])
  if (payment) {
    sheet.addSpace(8)
    renderLabeledValues(sheet, paragraph, [
      ['Method', payment.method],
      ['Transaction', payment.transactionId],
    ])
  }
  sheet.addSpace(10)
  sheet.drawRule(invoiceColors.rule)
  sheet.addSpace(26)
}

function renderLabeledValues(
  sheet: PdfWriter,
  paragraph: PrintableParagraphBuilder,
  facts: readonly (readonly [name: string, value: string])[],
): void {
  // Longer values get wider columns, so that each date stays on one line.
  const shares = facts.map(([, { length }]) => Math.min(Math.max(length, 8), 20))
  const unit = (PDF_RIGHT_X - PDF_LEFT_X) / shares.reduce((sum, share) => sum + share, 0)
  let x = PDF_LEFT_X
  sheet.drawColumns(
    facts.map(([name, value], index) => {
      const element = sheet.addElement('P')
      const paragraphs = [{ text: `${name} `, style: invoiceLabelStyle, element }, paragraph(value, invoiceBodyStyle, element, 2)]
      const width = unit * (shares[index] ?? 0)
      const column = { x, width: width - 12, paragraphs }
      x += width
      return column
    }),
  )
}

const INVOICE_FOOTER =
  'This invoice shows the sale and the payment on the date of issue. A later refund gets its own credit note on the order’s page.'

function renderFooter(sheet: PdfWriter, { isRehearsal, credit }: SalesDocumentContent, isFullyPrintable: boolean): void {
  sheet.ensureSpace(60)
  const y = sheet.top()
  sheet.drawDecoration((page) => {
    page.moveTo(PDF_LEFT_X, y)
    // A zigzag line, like the torn edge of a receipt.
    for (let x = PDF_LEFT_X; x < PDF_RIGHT_X; x += 12) page.lineTo(x + 6, y + 5).lineTo(x + 12, y)
    page.lineWidth(0.75).strokeColor(invoiceColors.rule).stroke()
  })
  sheet.addSpace(18)
  const sentences = [
    ...(isRehearsal ? [] : [credit ? getCreditNoteSentence(credit) : INVOICE_FOOTER]),
    ...(isFullyPrintable
      ? []
      : [`${MISSING_GLYPH_REPLACEMENT} stands for letters that we couldn’t print. The order’s page shows them.`]),
  ]
  const paragraphs = sentences.map((sentence) => ({
    text: sentence,
    style: invoiceSmallTextStyle,
    element: sheet.addElement('P'),
    gap: 3,
  }))
  sheet.drawColumns([{ x: PDF_LEFT_X, width: PDF_RIGHT_X - PDF_LEFT_X, paragraphs }])
}
