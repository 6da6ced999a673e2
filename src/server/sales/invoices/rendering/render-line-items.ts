import { formatDecimalAmount, formatDollars } from '#contract/core/money.ts'
import type { SalesDocumentContent } from '../sales-documents.ts'
import { CREDIT_NOTE_TEXT, formatLongDate, getPaymentDateLabel } from './document-texts.ts'
import {
  invoiceBodyStyle,
  invoiceBoldStyle,
  invoiceColors,
  invoiceLabelStyle,
  invoiceSmallTextStyle,
  type PrintableParagraphBuilder,
} from './invoice-text-styles.ts'
import { PDF_LEFT_X, PDF_RIGHT_X, type PdfStructureElement, type PdfTextStyle, type PdfWriter } from './pdf-writer.ts'

/** The left edge of the totals. The longest date fits beside the largest amount. */
const TOTALS_X = 268
const AMOUNT_COLUMN = { x: PDF_RIGHT_X - 130, width: 130, align: 'right' as const }
const TEXT_COLUMN = { x: PDF_LEFT_X, width: AMOUNT_COLUMN.x - PDF_LEFT_X - 24 }
/** For a payment that the seller accepted although its amount differs from the price. */
const ADJUSTMENT_LABEL = 'Adjustment to the amount we accepted as payment'

const inDollars = (cents: number): string => formatDollars(formatDecimalAmount(cents))

/** Renders the table: the package, an adjustment if there is one, and the totals. */
export function renderLineItems(sheet: PdfWriter, paragraph: PrintableParagraphBuilder, content: SalesDocumentContent): void {
  const table = sheet.addElement('Table')
  renderTableHead(sheet, table, content)
  renderPackage(sheet, paragraph, table, content)
  if (content.adjustmentCents) renderAdjustment(sheet, table, content.adjustmentCents)
  sheet.addSpace(12)
  renderTotals(sheet, table, content)
}

function renderTableHead(sheet: PdfWriter, table: PdfStructureElement, { credit, currency }: SalesDocumentContent): void {
  const row = sheet.addElement('TR', table)
  const description = credit ? CREDIT_NOTE_TEXT[credit.kind].heading : 'Description'
  sheet.drawColumns([
    buildCell(TEXT_COLUMN, description, invoiceLabelStyle, sheet.addElement('TH', row)),
    buildCell(AMOUNT_COLUMN, `Amount, ${currency}`, invoiceLabelStyle, sheet.addElement('TH', row)),
  ])
  sheet.addSpace(6)
  sheet.drawRule(invoiceColors.ink)
  sheet.addSpace(10)
}

function renderPackage(
  sheet: PdfWriter,
  paragraph: PrintableParagraphBuilder,
  table: PdfStructureElement,
  { line }: SalesDocumentContent,
): void {
  const row = sheet.addElement('TR', table)
  const cell = sheet.addElement('TD', row)
  sheet.drawColumns([
    { ...TEXT_COLUMN, paragraphs: [paragraph(line.packageName, { ...invoiceBoldStyle, size: 12 }, sheet.addElement('P', cell))] },
    buildCell(AMOUNT_COLUMN, inDollars(line.cents), { ...invoiceBodyStyle, size: 12 }, sheet.addElement('TD', row)),
  ])
  sheet.addSpace(2)
  const list = sheet.addElement('L', cell)
  const bulletStyle = { ...invoiceSmallTextStyle, color: invoiceColors.pine }
  for (const point of line.points) {
    const item = sheet.addElement('LI', list)
    sheet.drawColumns([
      buildCell({ x: PDF_LEFT_X, width: 12 }, '• ', bulletStyle, sheet.addElement('Lbl', item)),
      {
        x: PDF_LEFT_X + 12,
        width: TEXT_COLUMN.width - 12,
        paragraphs: [paragraph(point, invoiceSmallTextStyle, sheet.addElement('LBody', item))],
      },
    ])
    sheet.addSpace(1.5)
  }
}

function renderAdjustment(sheet: PdfWriter, table: PdfStructureElement, cents: number): void {
  const row = sheet.addElement('TR', table)
  sheet.addSpace(4)
  sheet.drawColumns([
    buildCell(TEXT_COLUMN, ADJUSTMENT_LABEL, invoiceBodyStyle, sheet.addElement('TD', row)),
    buildCell(AMOUNT_COLUMN, inDollars(cents), invoiceBodyStyle, sheet.addElement('TD', row)),
  ])
}

function renderTotals(sheet: PdfWriter, table: PdfStructureElement, content: SalesDocumentContent): void {
  const { line, currency, paidOn, adjustmentCents = 0 } = content
  const amount = `${inDollars(line.cents + adjustmentCents)} ${currency}`
  // Keeps the total and the payment on one page.
  sheet.ensureSpace(90)
  sheet.drawRule(invoiceColors.rule, [TOTALS_X, PDF_RIGHT_X])
  sheet.addSpace(10)
  for (const [name, style] of [
    ['Total', { ...invoiceBoldStyle, size: 13 }],
    [`${getPaymentDateLabel(content)} on ${formatLongDate(paidOn)}`, { ...invoiceBoldStyle, color: invoiceColors.pine }],
  ] as const) {
    const row = sheet.addElement('TR', table)
    sheet.drawColumns([
      buildCell({ x: TOTALS_X, width: AMOUNT_COLUMN.x - TOTALS_X }, name, style, sheet.addElement('TH', row)),
      buildCell(AMOUNT_COLUMN, amount, style, sheet.addElement('TD', row)),
    ])
    sheet.addSpace(6)
  }
  sheet.addSpace(10)
}

type TableColumn = { x: number; width: number; align?: 'right' }

/** Builds a cell with a text of ours, which needs no check for missing characters. */
function buildCell(column: TableColumn, text: string, style: PdfTextStyle, element: PdfStructureElement) {
  return { ...column, paragraphs: [{ text, style, element }] }
}
