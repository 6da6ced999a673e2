import type { CreditNoteReason, DocumentContent } from '../document-content.ts'

/** `event` labels the date, `heading` the table, and `sentence` ends the document. */
export const CREDIT_NOTE_TEXT: Readonly<Record<CreditNoteReason['kind'], Record<'event' | 'heading' | 'sentence', string>>> = {
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
export function getPaymentEvent({ isRehearsal, credit }: DocumentContent): string {
  if (credit) return CREDIT_NOTE_TEXT[credit.kind].event
  return isRehearsal ? 'Rehearsed' : 'Paid'
}

/** Formats `2026-06-15` as `June 15, 2026`. */
export function formatLongDate(day: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`))
}
