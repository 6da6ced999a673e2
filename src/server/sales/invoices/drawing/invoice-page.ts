import { amountOf, dollarsAndCents } from '../../../../contract/grammar/money.ts'
import type { Credit, Document, Printed } from '../invoice.ts'
import { createSheet, type Element, LEFT, LEFT_OUT, type Paragraph, RIGHT, type Sheet, type Style } from './sheet.ts'

const colours = {
  ink: '#14212b',
  muted: '#4a5a66',
  pine: '#0b5f4c',
  brick: '#b23a1e',
  rule: '#d8cdbb',
  warning: '#7a4a00',
  warningTint: '#fff3d6',
  mint: '#e3f1eb',
}

const text: Style = { size: 10, weight: 400, colour: colours.ink }
const strong: Style = { ...text, weight: 600 }
const small: Style = { size: 9, weight: 400, colour: colours.muted }
const label: Style = { size: 8.5, weight: 600, colour: colours.muted }

const MIDDLE = 318
/** Where the sums begin: the longest day fits beside the largest amount. */
const SUMS = 268
const AMOUNT = { x: RIGHT - 130, width: 130, align: 'right' as const }

/** Draws an invoice or a credit note as a PDF, on one page unless the text of the sale is longer. */
export async function drawInvoicePage({ number, issuedAt, printed }: Document): Promise<Uint8Array> {
  const { seller, order, isRehearsal } = printed
  const title = `${printed.credit ? 'Credit note' : 'Invoice'} ${number}`
  const sheet = createSheet({
    title,
    author: seller.name,
    subject: `Order ${order.number}`,
    at: issuedAt,
    heading: `${title}, continued`,
  })
  const say = sayer(sheet)
  drawHead(sheet, say, title, seller.name)
  if (isRehearsal) drawRehearsal(sheet)
  drawParties(sheet, say, printed)
  drawDates(sheet, say, printed)
  drawSale(sheet, say, printed)
  drawEnd(sheet, printed, say.isAllWhole())
  return sheet.finished()
}

type Say = ReturnType<typeof sayer>

/** Makes paragraphs of what people wrote, and remembers whether all of it could be printed. */
function sayer(sheet: Sheet) {
  let isAllWhole = true
  const say = (written: string, style: Style, element: Element, gap = 0): Paragraph => {
    const { text: printable, isWhole } = sheet.printable(written)
    isAllWhole &&= isWhole
    return { text: printable, style, element, gap }
  }
  return Object.assign(say, { isAllWhole: () => isAllWhole })
}

function drawHead(sheet: Sheet, say: Say, title: string, name: string): void {
  const heading = sheet.element('H1')
  const seller = sheet.element('P')
  const y = sheet.top()
  sheet.ornament((page) => {
    page.save().translate(LEFT - 2, y - 3)
    page.path('M2 28v-9h7v9zm8.5 0V12h7v16zM19 28V9.2L23.6 3l4.6 6.2V28z').fill(colours.pine)
    page.path('M22 20h3.2v8H22z').fill(colours.brick).restore()
  })
  sheet.columns([
    { x: LEFT + 36, width: MIDDLE - LEFT - 36 - 24, paragraphs: [say(name, { ...strong, size: 15 }, seller)] },
    {
      x: MIDDLE,
      width: RIGHT - MIDDLE,
      align: 'right',
      paragraphs: [{ text: title, style: { ...strong, size: 24 }, element: heading }],
    },
  ])
  sheet.space(14)
  sheet.rule(colours.ink)
  sheet.space(18)
}

function drawRehearsal(sheet: Sheet): void {
  const top = sheet.top()
  sheet.ornament((page) => page.roundedRect(LEFT, top - 4, RIGHT - LEFT, 48, 5).fill(colours.warningTint))
  const style = { ...text, colour: colours.warning }
  const element = sheet.element('P')
  const paragraphs = [
    { text: 'Rehearsal: no money moves', style: { ...style, weight: 600 as const }, element, gap: 6 },
    { text: 'This shows what an invoice looks like: nothing was paid, and nothing is owed.', style, element },
  ]
  sheet.columns([{ x: LEFT + 14, width: RIGHT - LEFT - 28, paragraphs }])
  sheet.space(26)
}

function drawParties(sheet: Sheet, say: Say, { seller, buyer }: Printed): void {
  const from = sheet.element('Sect')
  const to = sheet.element('Sect')
  const party = (title: string, within: Element, name: string, lines: readonly string[]) => [
    { text: title, style: label, element: sheet.element('H2', within) },
    say(name, strong, sheet.element('P', within), 4),
    ...lines.map((line) => say(line, text, sheet.element('P', within))),
  ]
  const contact = [...seller.addresses, ...seller.phones, ...(seller.email === undefined ? [] : [seller.email])]
  const width = MIDDLE - LEFT - 24
  sheet.columns([
    { x: LEFT, width, paragraphs: party('From', from, seller.name, contact) },
    { x: MIDDLE, width, paragraphs: party('Billed to', to, buyer.name, [buyer.address, buyer.country, buyer.email]) },
  ])
  sheet.space(22)
}

/** What a credit note says: the event on its date, the heading of its table, and the sentence at its end. */
const CREDITS: Readonly<Record<Credit['kind'], Record<'event' | 'heading' | 'sentence', string>>> = {
  refund: {
    event: 'Refunded',
    heading: 'What was refunded',
    sentence: 'This credit note says what was refunded of the invoice above, and how.',
  },
  reversal: {
    event: 'Reversed',
    heading: 'What was reversed',
    sentence: 'The payment provider took this payment back, as it does in a dispute. We did not refund it.',
  },
  reversalEnded: {
    event: 'Returned',
    heading: 'What came back',
    sentence: 'The payment provider returned the money, so the credit note above no longer counts.',
  },
}

/** Returns the event on the document's date. */
function eventOf({ isRehearsal, credit }: Printed): string {
  if (credit) return CREDITS[credit.kind].event
  return isRehearsal ? 'Rehearsed' : 'Paid'
}

function drawDates(sheet: Sheet, say: Say, printed: Printed): void {
  const { order, issuedOn, paidOn, payment, credit } = printed
  sheet.need(payment ? 100 : 60)
  sheet.rule(colours.rule)
  sheet.space(10)
  drawFacts(sheet, say, [
    ['Issued', longDay(issuedOn)],
    [eventOf(printed), longDay(paidOn)],
    ['Order', String(order.number)],
    credit ? ['Invoice', credit.invoice] : ['Ordered', longDay(order.placedOn)],
    ...(credit?.cancels === undefined ? [] : [['Cancels', credit.cancels] as const]),
  ])
  if (payment) {
    sheet.space(8)
    drawFacts(sheet, say, [
      ['Method', payment.method],
      ['Transaction', payment.transactionId],
    ])
  }
  sheet.space(10)
  sheet.rule(colours.rule)
  sheet.space(26)
}

function drawFacts(sheet: Sheet, say: Say, facts: readonly (readonly [name: string, value: string])[]): void {
  const width = (RIGHT - LEFT) / facts.length
  sheet.columns(
    facts.map(([name, value], index) => {
      const element = sheet.element('P')
      const paragraphs = [{ text: `${name} `, style: label, element }, say(value, text, element, 2)]
      return { x: LEFT + index * width, width: width - 12, paragraphs }
    }),
  )
}

function drawSale(sheet: Sheet, say: Say, printed: Printed): void {
  const { line, currency, paidOn, credit, adjustmentCents = 0 } = printed
  const table = sheet.element('Table')
  const inDollars = (cents: number) => dollarsAndCents(amountOf(cents))
  const amount = inDollars(line.cents + adjustmentCents)
  const left = { x: LEFT, width: AMOUNT.x - LEFT - 24 }
  const row = () => sheet.element('TR', table)

  const head = row()
  sheet.columns([
    {
      ...left,
      paragraphs: [
        { text: credit ? CREDITS[credit.kind].heading : 'What was sold', style: label, element: sheet.element('TH', head) },
      ],
    },
    { ...AMOUNT, paragraphs: [{ text: `Amount, ${currency}`, style: label, element: sheet.element('TH', head) }] },
  ])
  sheet.space(6)
  sheet.rule(colours.ink)
  sheet.space(10)

  const sold = row()
  const cell = sheet.element('TD', sold)
  sheet.columns([
    { ...left, paragraphs: [say(line.packageName, { ...strong, size: 12 }, sheet.element('P', cell))] },
    {
      ...AMOUNT,
      paragraphs: [{ text: inDollars(line.cents), style: { ...text, size: 12 }, element: sheet.element('TD', sold) }],
    },
  ])
  sheet.space(2)
  const list = sheet.element('L', cell)
  for (const point of line.points) {
    const item = sheet.element('LI', list)
    sheet.columns([
      {
        x: LEFT,
        width: 12,
        paragraphs: [{ text: '• ', style: { ...small, colour: colours.pine }, element: sheet.element('Lbl', item) }],
      },
      { x: LEFT + 12, width: left.width - 12, paragraphs: [say(point, small, sheet.element('LBody', item))] },
    ])
    sheet.space(1.5)
  }
  if (adjustmentCents !== 0) {
    const adjusted = row()
    sheet.space(4)
    sheet.columns([
      { ...left, paragraphs: [{ text: ADJUSTMENT, style: text, element: sheet.element('TD', adjusted) }] },
      { ...AMOUNT, paragraphs: [{ text: inDollars(adjustmentCents), style: text, element: sheet.element('TD', adjusted) }] },
    ])
  }
  sheet.space(12)

  // Together on one page: what it comes to, and that it is paid.
  sheet.need(90)
  sheet.rule(colours.rule, [SUMS, RIGHT])
  sheet.space(10)
  for (const [name, style] of [
    ['Total', { ...strong, size: 13 }],
    [`${eventOf(printed)} on ${longDay(paidOn)}`, { ...strong, colour: colours.pine }],
  ] as const) {
    const sum = row()
    sheet.columns([
      { x: SUMS, width: AMOUNT.x - SUMS, paragraphs: [{ text: name, style, element: sheet.element('TH', sum) }] },
      { ...AMOUNT, paragraphs: [{ text: `${amount} ${currency}`, style, element: sheet.element('TD', sum) }] },
    ])
    sheet.space(6)
  }
  sheet.space(10)
}

const INVOICE_SAYS =
  'This invoice says what was sold and what was paid when it was issued. A later refund has a credit note of its own, on the page of the order.'
/** On the invoice of a payment that the seller accepted though its amount is not the price. */
const ADJUSTMENT = 'Adjustment to the amount accepted as payment'

function drawEnd(sheet: Sheet, { isRehearsal, credit }: Printed, isAllWhole: boolean): void {
  sheet.need(60)
  const y = sheet.top()
  sheet.ornament((page) => {
    page.moveTo(LEFT, y)
    // Torn off, as receipts are.
    for (let x = LEFT; x < RIGHT; x += 12) page.lineTo(x + 6, y + 5).lineTo(x + 12, y)
    page.lineWidth(0.75).strokeColor(colours.rule).stroke()
  })
  sheet.space(18)
  const sentences = [
    ...(isRehearsal ? [] : [credit ? CREDITS[credit.kind].sentence : INVOICE_SAYS]),
    ...(isAllWhole ? [] : [`${LEFT_OUT} stands for letters that could not be printed here. The page of the order has them.`]),
  ]
  const paragraphs = sentences.map((sentence) => ({ text: sentence, style: small, element: sheet.element('P'), gap: 3 }))
  sheet.columns([{ x: LEFT, width: RIGHT - LEFT, paragraphs }])
}

/** `2026-06-15` as `June 15, 2026`. */
function longDay(day: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`))
}
