import type { ReactNode } from 'react'
import { afterPaymentItem } from '#contract/content/kinds/after-payment-item.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { loadContentRecords } from '../load-content-records.ts'
import { AFTER_PAYMENT_ANCHOR } from '../public/sections/after-payment/anchor.ts'
import type { AfterPaymentRecords } from '../public/sections/after-payment/promise-list.tsx'
import { ignoreTemporaryError } from '../temporary-failures.ts'
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
