import type { CreditNoteReason, SalesDocumentContent } from '../sales-documents.ts'

/** `dateLabel` labels the date of the refund or reversal, `heading` the table, and `sentence` ends the document. */
export const CREDIT_NOTE_TEXT: Readonly<Record<CreditNoteReason['kind'], Record<'dateLabel' | 'heading' | 'sentence', string>>> =
  {
    refund: {
      dateLabel: 'Refunded',
      heading: 'Refund',
      sentence: 'This credit note is for the refund of the invoice above.',
    },
    reversal: {
      dateLabel: 'Reversed',
      heading: 'Reversal',
      sentence: 'The payment provider reversed this payment, as it does in a dispute. We didn’t refund it.',
    },
    reversalEnded: {
      dateLabel: 'Returned',
      heading: 'Returned payment',
      sentence: 'The payment provider returned the money, so the credit note above no longer applies.',
    },
    takenBack: {
      dateLabel: 'Taken back',
      heading: 'Canceled document',
      sentence: 'We had recorded this payment by mistake, so the document above no longer applies.',
    },
  }

/** The last sentence of a credit note. */
export function getCreditNoteSentence({ kind, parts }: CreditNoteReason): string {
  if (kind !== 'refund' || !parts?.length) return CREDIT_NOTE_TEXT[kind].sentence
  return 'This credit note is for the listed parts of the invoice above, which weren’t delivered.'
}

export function getPaymentDateLabel({ isRehearsal, credit }: SalesDocumentContent): string {
  if (credit) return CREDIT_NOTE_TEXT[credit.kind].dateLabel
  return isRehearsal ? 'Rehearsed' : 'Paid'
}

/** Formats `2026-06-15` as `June 15, 2026`. */
export function formatLongDate(day: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`))
}
