import type { CustomerPaymentState } from '#contract/sales/customer-payment.ts'
import { buildCreditNoteUrl } from '#contract/sales/invoices.ts'
import type { Order } from '#contract/sales/orders.ts'
import type { Brief } from '#contract/work/brief.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { FormattedBusinessDate } from './customer-page.tsx'
import { buildBriefPath } from './work/action-cards.tsx'

/** `at` (epoch ms) is when the document was made. */
type OrderDocument = { href: string; name: string; at?: number }

type Props = {
  order: Pick<Order, '_id'>
  paymentState: CustomerPaymentState
  brief: Brief | undefined
  work: OrderWork | undefined
}

/** Lists what the customer can open: the sent answers, the invoice and the credit notes. */
export function listOrderDocuments({
  order: { _id },
  paymentState: { receipt, creditNotes },
  brief,
  work,
}: Props): OrderDocument[] {
  return [
    ...(brief && brief.sentAt !== null ? [{ href: buildBriefPath(_id), name: 'Your answers', at: brief.sentAt }] : []),
    ...(receipt ? [{ href: `/api/invoice/${_id}`, name: 'Invoice (PDF)', at: receipt.paidAt }] : []),
    ...creditNotes.map(({ number, refundedAt: at }) => ({
      href: buildCreditNoteUrl(_id, number),
      name: `Credit note ${number} (PDF)`,
      at,
    })),
    ...(work?.deliverables.some(({ state }) => state === 'delivered')
      ? [{ href: `/api/delivery-log/${_id}`, name: 'What we delivered, with dates and links (CSV)' }]
      : []),
  ]
}

export function OrderDocumentList({ documents }: { documents: readonly OrderDocument[] }) {
  return (
    <section aria-labelledby="documents">
      <h2 id="documents" className="h3">
        Documents
      </h2>
      <ul className="order-documents">
        {documents.map(({ href, name, at }) => (
          <li key={href}>
            <a href={href}>{name}</a>
            {at !== undefined && <FormattedBusinessDate at={at} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
