import type { ReactNode } from 'react'
import type { StatusEmailPreviewReply } from '#contract/sales/order-status-endpoints.ts'

/** Shows an email as the customer gets it. The signature with the business's address follows. */
export function DeliveredEmailPreview({ email: { to, subject, text } }: { email: StatusEmailPreviewReply['deliveredEmail'] }) {
  return (
    <dl className="grid gap-2 rounded-field border border-rule bg-white p-3 text-help wrap-anywhere">
      <PreviewLine label="To">{to}</PreviewLine>
      <PreviewLine label="Subject">
        <span className="font-semibold">{subject}</span>
      </PreviewLine>
      <div className="border-t border-rule-light pt-2">
        <dt className="sr-only">Text</dt>
        <dd className="whitespace-pre-wrap">{text}</dd>
      </div>
    </dl>
  )
}

function PreviewLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="inline text-muted">{label}: </dt>
      <dd className="inline">{children}</dd>
    </div>
  )
}
