import type { ReactNode } from 'react'
import { afterPaymentItem } from '#contract/content/kinds/after-payment-item.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { getPublicPage } from '#contract/core/public-pages.ts'
import { useSiteFrameContent } from '../layout/use-site-frame-content.ts'
import { loadContentRecords } from '../load-content-records.ts'
import { isPagePublished } from '../page-content.ts'
import { AFTER_PAYMENT_ANCHOR, type AfterPaymentRecords } from '../public/sections/after-payment/promise-list.tsx'
import { ignoreTemporaryError } from '../temporary-failures.ts'
import { CheckmarkList } from '../ui/checkmark-list.tsx'
import { ArrowLink } from '../ui/link-button.tsx'
import { SampleNotice } from '../ui/sample-notice.tsx'

export const PRICING_AFTER_PAYMENT_PATH = `/pricing/#${AFTER_PAYMENT_ANCHOR}`

/** Loads the steps after a payment or the promises, in order. A page works without them. */
export async function loadAfterPaymentRecords(call: ApiCallFunction, place: 'Step' | 'Promise'): Promise<AfterPaymentRecords> {
  const records = await ignoreTemporaryError(loadContentRecords(call, afterPaymentItem))
  return records?.filter((record) => record.place === place) ?? []
}

/** A screen reader announces the whole receipt, so the list stays short. The pricing page lists all steps. */
const MAX_STEPS_SHOWN = 2

/** Says what follows a payment. `children`: an entry before the steps. */
export function StepsAfterPayment({ steps, children }: { steps: AfterPaymentRecords; children?: ReactNode }) {
  if (steps.length === 0) return null
  return (
    <section aria-labelledby="next" className="next-steps">
      <h2 id="next" className="h3">
        What happens next
      </h2>
      <SampleNotice records={steps} contentLabel="steps" />
      <ol className="timeline-list">
        {children && <li>{children}</li>}
        {steps.slice(0, MAX_STEPS_SHOWN).map(({ _id, label, title, details }) => (
          <li key={_id}>
            <small>{label}</small>
            <h3>{title}</h3>
            <p>{details}</p>
          </li>
        ))}
      </ol>
      <ArrowLink href={PRICING_AFTER_PAYMENT_PATH}>All steps, day by day</ArrowLink>
    </section>
  )
}

/** Lists the promises where the customer decides, with links to the refund rule and the terms. */
export function PromisesBeforePayment({ promises }: { promises: AfterPaymentRecords }) {
  const { content } = useSiteFrameContent()
  const links = [
    ...(promises.length > 0
      ? [
          <a key="refund" href={PRICING_AFTER_PAYMENT_PATH}>
            refund rule
          </a>,
        ]
      : []),
    ...(isPagePublished('Terms', content)
      ? [
          <a key="terms" href={getPublicPage('Terms').path}>
            Terms of service
          </a>,
        ]
      : []),
  ]
  if (links.length === 0) return null
  return (
    <div className="order-promises">
      {promises.length > 0 && (
        <CheckmarkList>
          {promises.map(({ _id, label, title }) => (
            <span key={_id}>
              <b>{label}:</b> {title}
            </span>
          ))}
        </CheckmarkList>
      )}
      <SampleNotice records={promises} contentLabel="promises" />
      <p>
        Read the {links[0]}
        {links[1] && <> and the {links[1]}</>}.
      </p>
    </div>
  )
}
