import type { afterPaymentItem } from '#contract/content/kinds/after-payment-item.ts'
import type { ContentRecord } from '#contract/core/content-kind.ts'
import { CheckmarkList } from '#web/ui/checkmark-list.tsx'

export type AfterPaymentRecords = readonly ContentRecord<typeof afterPaymentItem>[]

export function pickPromiseItems(records: AfterPaymentRecords): AfterPaymentRecords {
  return records.filter(({ place }) => place === 'Promise')
}

/** Lists the promises by title. It stands beside every Order button. */
export function PromiseList({ records }: { records: AfterPaymentRecords }) {
  const promises = pickPromiseItems(records)
  if (promises.length === 0) return null
  return (
    <div className="promises">
      <CheckmarkList>{promises.map(({ title }) => title)}</CheckmarkList>
    </div>
  )
}

/** The fragment of the pricing page that package cards link. */
export const AFTER_PAYMENT_ANCHOR = 'after-payment'
