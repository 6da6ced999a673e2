import { getPublicPage } from '#contract/core/public-pages.ts'
import { useSiteFrameContent } from '../layout/use-site-frame-content.ts'
import { isPagePublished } from '../page-content.ts'
import type { AfterPaymentRecords } from '../public/sections/after-payment/promise-list.tsx'
import { CheckmarkList } from '../ui/checkmark-list.tsx'
import { SampleNotice } from '../ui/sample-notice.tsx'
import { PRICING_AFTER_PAYMENT_PATH } from './steps-after-payment.tsx'

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
