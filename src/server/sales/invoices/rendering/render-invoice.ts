import { formatDecimalAmount, formatDollars } from '../../../../contract/core/money.ts'
import type { CreditNoteReason, DocumentContent, SalesDocument } from '../document-content.ts'
import {
  createPdfParagraphFactory,
  invoiceBodyStyle,
  invoiceBoldStyle,
  invoiceColors,
  invoiceLabelStyle,
  invoiceSmallTextStyle,
  type PdfParagraphFactory,
} from './invoice-text-styles.ts'
import {
  createPdfWriter,
  MISSING_GLYPH_REPLACEMENT,
  PDF_LEFT_X,
  PDF_RIGHT_X,
  type PdfStructureElement,
  type PdfWriter,
} from './pdf-layout.ts'

const MIDDLE_X = 318
/** The left edge of the totals. The longest date fits beside the largest amount. */
const TOTALS_X = 268
const AMOUNT_COLUMN = { x: PDF_RIGHT_X - 130, width: 130, align: 'right' as const }

/** Renders an invoice or a credit note, on one page unless its text is longer. */
export async function renderInvoicePdf({ number, issuedAt, content }: SalesDocument): Promise<Uint8Array> {
  const { seller, order, isRehearsal } = content
  const title = `${content.credit ? 'Credit note' : 'Invoice'} ${number}`
  const sheet = createPdfWriter({
    title,
    author: seller.name,
    subject: `Order ${order.number}`,
    at: issuedAt,
    heading: `${title}, continued`,
  })
  const paragraph = createPdfParagraphFactory(sheet)
  renderHeader(sheet, paragraph, title, seller.name)
  if (isRehearsal) renderRehearsalBanner(sheet)
  renderParties(sheet, paragraph, content)
  renderDates(sheet, paragraph, content)
  renderLineItems(sheet, paragraph, content)
  renderFooter(sheet, content, paragraph.isFullyPrintable())
  return sheet.finish()
}

function renderHeader(sheet: PdfWriter, paragraph: PdfParagraphFactory, title: string, name: string): void {
  const heading = sheet.addElement('H1')
  const seller = sheet.addElement('P')
  const y = sheet.top()
  sheet.drawDecoration((page) => {
    page.save().translate(PDF_LEFT_X - 2, y - 3)
    page.path('M2 28v-9h7v9zm8.5 0V12h7v16zM19 28V9.2L23.6 3l4.6 6.2V28z').fill(invoiceColors.pine)
    page.path('M22 20h3.2v8H22z').fill(invoiceColors.brick).restore()
  })
  sheet.drawColumns([
    {
      x: PDF_LEFT_X + 36,
      width: MIDDLE_X - PDF_LEFT_X - 36 - 24,
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

function renderParties(sheet: PdfWriter, paragraph: PdfParagraphFactory, { seller, buyer }: DocumentContent): void {
  const from = sheet.addElement('Sect')
  const to = sheet.addElement('Sect')
  const buildParty = (title: string, within: PdfStructureElement, name: string, lines: readonly string[]) => [
    { text: title, style: invoiceLabelStyle, element: sheet.addElement('H2', within) },
    paragraph(name, invoiceBoldStyle, sheet.addElement('P', within), 4),
    ...lines.map((line) => paragraph(line, invoiceBodyStyle, sheet.addElement('P', within))),
  ]
  const contact = [...seller.addresses, ...seller.phones, ...(seller.email === undefined ? [] : [seller.email])]
  const width = MIDDLE_X - PDF_LEFT_X - 24
  sheet.drawColumns([
    { x: PDF_LEFT_X, width, paragraphs: buildParty('From', from, seller.name, contact) },
    { x: MIDDLE_X, width, paragraphs: buildParty('Billed to', to, buyer.name, [buyer.address, buyer.country, buyer.email]) },
  ])
  sheet.addSpace(22)
}

/** `event` labels the date, `heading` the table, and `sentence` ends the document. */
const CREDIT_NOTE_TEXT: Readonly<Record<CreditNoteReason['kind'], Record<'event' | 'heading' | 'sentence', string>>> = {
  refund: {
    event: 'Refunded',
    heading: 'Refund',
    sentence: 'This credit note is for the refund of the invoice above.',
  },
  reversal: {
    event: 'Reversed',
    heading: 'Reversal',
    sentence: 'The payment provider reversed this payment, as it does in a dispute. We didn’t refund it.',
  },
  reversalEnded: {
    event: 'Returned',
    heading: 'Returned payment',
    sentence: 'The payment provider returned the money, so the credit note above no longer applies.',
  },
}

/** Returns the label of the payment date. */
function getPaymentEvent({ isRehearsal, credit }: DocumentContent): string {
  if (credit) return CREDIT_NOTE_TEXT[credit.kind].event
  return isRehearsal ? 'Rehearsed' : 'Paid'
}

function renderDates(sheet: PdfWriter, paragraph: PdfParagraphFactory, content: DocumentContent): void {
  const { order, issuedOn, paidOn, payment, credit } = content
  sheet.ensureSpace(payment ? 100 : 60)
  sheet.drawRule(invoiceColors.rule)
  sheet.addSpace(10)
  renderLabeledValues(sheet, paragraph, [
    ['Issued', formatLongDate(issuedOn)],
    [getPaymentEvent(content), formatLongDate(paidOn)],
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
  paragraph: PdfParagraphFactory,
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

function renderLineItems(sheet: PdfWriter, paragraph: PdfParagraphFactory, content: DocumentContent): void {
  const { line, currency, paidOn, credit, adjustmentCents = 0 } = content
  const table = sheet.addElement('Table')
  const inDollars = (cents: number) => formatDollars(formatDecimalAmount(cents))
  const amount = inDollars(line.cents + adjustmentCents)
  const textColumn = { x: PDF_LEFT_X, width: AMOUNT_COLUMN.x - PDF_LEFT_X - 24 }
  const row = () => sheet.addElement('TR', table)

  const head = row()
  sheet.drawColumns([
    {
      ...textColumn,
      paragraphs: [
        {
          text: credit ? CREDIT_NOTE_TEXT[credit.kind].heading : 'Description',
          style: invoiceLabelStyle,
          element: sheet.addElement('TH', head),
        },
      ],
    },
    {
      ...AMOUNT_COLUMN,
      paragraphs: [{ text: `Amount, ${currency}`, style: invoiceLabelStyle, element: sheet.addElement('TH', head) }],
    },
  ])
  sheet.addSpace(6)
  sheet.drawRule(invoiceColors.ink)
  sheet.addSpace(10)

  const itemRow = row()
  const cell = sheet.addElement('TD', itemRow)
  sheet.drawColumns([
    { ...textColumn, paragraphs: [paragraph(line.packageName, { ...invoiceBoldStyle, size: 12 }, sheet.addElement('P', cell))] },
    {
      ...AMOUNT_COLUMN,
      paragraphs: [
        { text: inDollars(line.cents), style: { ...invoiceBodyStyle, size: 12 }, element: sheet.addElement('TD', itemRow) },
      ],
    },
  ])
  sheet.addSpace(2)
  const list = sheet.addElement('L', cell)
  for (const point of line.points) {
    const item = sheet.addElement('LI', list)
    sheet.drawColumns([
      {
        x: PDF_LEFT_X,
        width: 12,
        paragraphs: [
          { text: '• ', style: { ...invoiceSmallTextStyle, color: invoiceColors.pine }, element: sheet.addElement('Lbl', item) },
        ],
      },
      {
        x: PDF_LEFT_X + 12,
        width: textColumn.width - 12,
        paragraphs: [paragraph(point, invoiceSmallTextStyle, sheet.addElement('LBody', item))],
      },
    ])
    sheet.addSpace(1.5)
  }
  if (adjustmentCents !== 0) {
    const adjustmentRow = row()
    sheet.addSpace(4)
    sheet.drawColumns([
      {
        ...textColumn,
        paragraphs: [{ text: ADJUSTMENT_LABEL, style: invoiceBodyStyle, element: sheet.addElement('TD', adjustmentRow) }],
      },
      {
        ...AMOUNT_COLUMN,
        paragraphs: [
          { text: inDollars(adjustmentCents), style: invoiceBodyStyle, element: sheet.addElement('TD', adjustmentRow) },
        ],
      },
    ])
  }
  sheet.addSpace(12)

  // Keeps the total and the payment on one page.
  sheet.ensureSpace(90)
  sheet.drawRule(invoiceColors.rule, [TOTALS_X, PDF_RIGHT_X])
  sheet.addSpace(10)
  for (const [name, style] of [
    ['Total', { ...invoiceBoldStyle, size: 13 }],
    [`${getPaymentEvent(content)} on ${formatLongDate(paidOn)}`, { ...invoiceBoldStyle, color: invoiceColors.pine }],
  ] as const) {
    const sum = row()
    sheet.drawColumns([
      {
        x: TOTALS_X,
        width: AMOUNT_COLUMN.x - TOTALS_X,
        paragraphs: [{ text: name, style, element: sheet.addElement('TH', sum) }],
      },
      { ...AMOUNT_COLUMN, paragraphs: [{ text: `${amount} ${currency}`, style, element: sheet.addElement('TD', sum) }] },
    ])
    sheet.addSpace(6)
  }
  sheet.addSpace(10)
}

const INVOICE_FOOTER =
  'This invoice shows the sale and the payment on the date of issue. A later refund gets its own credit note on the order’s page.'
/** For a payment that the seller accepted although its amount differs from the price. */
const ADJUSTMENT_LABEL = 'Adjustment to the amount we accepted as payment'

function renderFooter(sheet: PdfWriter, { isRehearsal, credit }: DocumentContent, isFullyPrintable: boolean): void {
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
    ...(isRehearsal ? [] : [credit ? CREDIT_NOTE_TEXT[credit.kind].sentence : INVOICE_FOOTER]),
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

/** Formats `2026-06-15` as `June 15, 2026`. */
function formatLongDate(day: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`))
}
