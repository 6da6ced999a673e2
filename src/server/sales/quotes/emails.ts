import { formatCalendarDay } from '#contract/core/format-date-time.ts'
import { formatDollars } from '#contract/core/money.ts'
import { defineEmail, toSingleLine } from '../../mail/mail.ts'
import type { QuoteTable } from './tables.ts'

type QuoteInEmail = Pick<QuoteTable, 'id' | 'title' | 'price' | 'note' | 'valid_until' | 'version'>

export const buildQuoteEmail = defineEmail<QuoteInEmail>({
  name: 'quote',
  title: 'Quote',
  audience: 'customer',
  sentWhen: 'An admin makes or changes a quote for a client.',
  sample: {
    id: '00000000-0000-4000-8000-000000000002',
    title: 'Site audit',
    price: '250',
    note: 'As we discussed on the phone.',
    valid_until: '2026-12-15',
    version: 1,
  },
  compose: ({ id, title, price, note, valid_until, version }) => ({
    subject: `${version === 1 ? 'Your quote' : 'Your quote has changed'}: ${title}`,
    heading: version === 1 ? 'Your quote is ready' : 'Your quote has changed',
    intro: [
      'Read what it contains, and accept it if it suits you. You pay only after that.',
      {
        facts: [
          ['For', toSingleLine(title)],
          ['Price', formatDollars(price)],
          ...(valid_until ? [['Valid until', formatCalendarDay(valid_until)] as const] : []),
        ],
      },
    ],
    action: { label: 'Read the quote', path: `/quote/${id}` },
    details: [
      'Log in with this email address. If you have no account yet, create one with it.',
      ...(note ? [{ quote: note }] : []),
    ],
  }),
})
