import type { PdfParagraph, PdfStructureElement, PdfTextStyle, PdfWriter } from './pdf-writer.ts'

export const invoiceColors = {
  ink: '#14212b',
  muted: '#4a5a66',
  pine: '#0b5f4c',
  brick: '#b23a1e',
  rule: '#d8cdbb',
  warning: '#7a4a00',
  warningTint: '#fff3d6',
  mint: '#e3f1eb',
}

export const invoiceBodyStyle: PdfTextStyle = { size: 10, weight: 400, color: invoiceColors.ink }
export const invoiceBoldStyle: PdfTextStyle = { ...invoiceBodyStyle, weight: 600 }
export const invoiceSmallTextStyle: PdfTextStyle = { size: 9, weight: 400, color: invoiceColors.muted }
export const invoiceLabelStyle: PdfTextStyle = { size: 8.5, weight: 600, color: invoiceColors.muted }

export type PrintableParagraphBuilder = ReturnType<typeof createPrintableParagraphBuilder>

/** Builds paragraphs from user text. `isFullyPrintable` tells whether the fonts had every character so far. */
export function createPrintableParagraphBuilder(sheet: PdfWriter) {
  let isFullyPrintable = true
  const paragraph = (source: string, style: PdfTextStyle, element: PdfStructureElement, gap = 0): PdfParagraph => {
    const { text: printable, isPrintable } = sheet.toPrintable(source)
    isFullyPrintable &&= isPrintable
    return { text: printable, style, element, gap }
  }
  return Object.assign(paragraph, { isFullyPrintable: () => isFullyPrintable })
}
