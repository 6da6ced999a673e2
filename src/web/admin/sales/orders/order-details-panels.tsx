import { Link } from 'react-router'
import { formatDollars } from '#contract/core/money.ts'
import { buildCreditNoteUrl, downloadInvoiceEndpoint } from '#contract/sales/invoices.ts'
import type { Order } from '#contract/sales/orders.ts'
import type { PaymentEvidenceReply } from '#contract/sales/payment-evidence.ts'
import { buildAdminCustomerPath } from '../../admin-paths.ts'
import { getButtonClass } from '../../shell/button.tsx'
import { TitledPanel } from '../../shell/titled-panel.tsx'

/** Shows an order's amounts, with its invoice and credit notes. */
export function AmountsPanel({ order, evidence }: { order: Order; evidence: PaymentEvidenceReply }) {
  const { settled, returned, notCounted, net, invoiceNumber, creditNotes } = evidence
  return (
    <TitledPanel title="Net paid">
      <p className="text-[2.25rem] leading-none font-[550] tracking-[-0.035em] tabular-nums">{formatDollars(net)}</p>
      <dl className="tabular-nums">
        <AmountRow label="Price" value={order.packagePrice} />
        <AmountRow label="Received" value={settled} />
        <AmountRow label="Refunded" value={returned} />
        <AmountRow label="Not counted" value={notCounted} isWarning={Number(notCounted) > 0} />
      </dl>
      {invoiceNumber !== null && (
        <a
          href={`/api${downloadInvoiceEndpoint.path.replace(':id', order._id)}`}
          download
          className={`${getButtonClass('outline')} print:hidden`}
        >
          Invoice {invoiceNumber} as PDF
        </a>
      )}
      {creditNotes.map(({ number }) => (
        <a
          key={number}
          href={buildCreditNoteUrl(order._id, number)}
          download
          className={`${getButtonClass('outline')} print:hidden`}
        >
          Credit note {number} as PDF
        </a>
      ))}
    </TitledPanel>
  )
}

function AmountRow({ label, value, isWarning }: { label: string; value: string; isWarning?: boolean }) {
  return (
    <div className="flex justify-between gap-4 border-t border-rule-light py-2">
      <dt className="text-muted">{label}</dt>
      <dd className={isWarning ? 'font-semibold text-error-deep' : ''}>{formatDollars(value)}</dd>
    </div>
  )
}

export function CustomerPanel({ order }: { order: Order }) {
  const { customerName, customerCompany, customerEmail, customerAddress, customerCountry, purchaseOrder } = order
  return (
    <TitledPanel title="Customer">
      <address className="grid gap-0.5 not-italic wrap-anywhere">
        <span>{customerName}</span>
        {customerCompany && <span>{customerCompany}</span>}
        <a href={`mailto:${encodeURIComponent(customerEmail).replaceAll('%40', '@')}`} className="py-0.5 underline">
          {customerEmail}
        </a>
        <span className="whitespace-pre-wrap">{customerAddress}</span>
        <span>{customerCountry}</span>
        {purchaseOrder && <span>Purchase order: {purchaseOrder}</span>}
      </address>
      <Link to={buildAdminCustomerPath(customerEmail)} className={`${getButtonClass('outline')} print:hidden`}>
        Open customer
      </Link>
    </TitledPanel>
  )
}

/** Lists the package's points at the time of the order (P-84). */
export function PurchasedPackagePanel({ order: { packageName, _packagePoints } }: { order: Order }) {
  if (_packagePoints.length === 0) return null
  return (
    <TitledPanel title={`${packageName}, as bought`}>
      <ul className="list-disc pl-5 text-muted">
        {[...new Set(_packagePoints)].map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </TitledPanel>
  )
}
