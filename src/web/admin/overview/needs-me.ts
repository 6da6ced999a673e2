import type { ReachedLimit } from '../../../contract/operations/reached-limits.ts'
import type { PaymentFlagRecord } from '../../../contract/sales/payment-evidence.ts'
import { urlOf } from '../sales/orders/orders-url.ts'
import { flagWords } from '../sales/payments/flag-words.ts'
import { adminPaths, orderPath } from '../site-map.ts'
import type { Unsaved } from './unsaved.ts'

/** One thing that waits for an admin, with the verb for it. */
export type Need = {
  kind: 'payments' | 'mail' | 'limits' | 'messages' | 'deliveries' | 'unsaved'
  title: string
  detail: string
  act: string
  to: string
}

export type Counted = {
  /** How many payments are flagged, and the oldest of them. */
  flags?: { total: number; oldest: PaymentFlagRecord | undefined }
  unreadMessages?: number
  toDeliver?: number
  /** Mail that the mail server did not take. */
  undeliveredMail?: number
  unsaved?: Unsaved
  /** What visitors sent so much of in the last day that more was refused. */
  reachedLimits?: readonly ReachedLimit[]
}

/** What waits, the most pressing first; whatever could not be counted is left out. */
export function needsOf({
  flags,
  unreadMessages = 0,
  toDeliver = 0,
  undeliveredMail = 0,
  unsaved,
  reachedLimits = [],
}: Counted): Need[] {
  return [
    ...(flags && flags.total > 0 ? [paymentsNeed(flags)] : []),
    ...(undeliveredMail > 0
      ? [
          {
            kind: 'mail' as const,
            title: counted(undeliveredMail, 'mail not delivered', 'mails not delivered'),
            detail: 'Nobody has read them yet',
            act: 'See why',
            to: adminPaths.undeliveredEmail,
          },
        ]
      : []),
    ...reachedLimits.map(({ of, page, period, most }) => ({
      kind: 'limits' as const,
      title: `Too many ${of} in one ${period}`,
      detail: `The first ${most.toLocaleString('en-US')} were taken. It’s nearly always a program that fills in forms.`,
      act: 'Look',
      to: page,
    })),
    ...(unreadMessages > 0
      ? [
          {
            kind: 'messages' as const,
            title: counted(unreadMessages, 'unread message', 'unread messages'),
            detail: 'From the contact form',
            act: 'Read',
            to: adminPaths.messages,
          },
        ]
      : []),
    ...(toDeliver > 0
      ? [
          {
            kind: 'deliveries' as const,
            title: counted(toDeliver, 'paid order to deliver', 'paid orders to deliver'),
            detail: 'Paid, and still Pending',
            act: 'Deliver',
            to: urlOf({ paymentStatus: 'Paid', orderStatus: 'Pending' }),
          },
        ]
      : []),
    ...(unsaved
      ? [
          {
            kind: 'unsaved' as const,
            title: counted(unsaved.count, 'form with changes not saved', 'forms with changes not saved'),
            detail: new Intl.ListFormat('en-GB').format(unsaved.titles),
            act: 'Go on',
            to: unsaved.to,
          },
        ]
      : []),
  ]
}

function paymentsNeed({ total, oldest }: NonNullable<Counted['flags']>): Need {
  const what = oldest && flagWords[oldest.kind].name
  const where = oldest?.order ? `Order ${oldest.order.number}: ` : ''
  return {
    kind: 'payments',
    title: counted(total, 'payment to check', 'payments to check'),
    detail: what
      ? `${total > 1 ? 'The oldest: ' : ''}${where}${where ? what.charAt(0).toLowerCase() + what.slice(1) : what}`
      : '',
    act: 'Look at it',
    to: total === 1 && oldest?.order ? orderPath(oldest.order._id) : adminPaths.paymentsToCheck,
  }
}

/** How much waits, as a sentence. */
export function needsInWords(count: number): string {
  if (count === 0) return 'Nothing needs you today.'
  return count === 1 ? 'One thing needs you today.' : `${NUMBERS[count] ?? count} things need you today.`
}

const NUMBERS: Readonly<Record<number, string>> = { 2: 'Two', 3: 'Three', 4: 'Four', 5: 'Five' }

function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`
}
