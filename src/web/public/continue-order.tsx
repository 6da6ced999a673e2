import { useSearchParams } from 'react-router'
import type { Package } from '../../contract/package-points.ts'
import { CONTINUE, safeReturnPath } from '../account/return-path.ts'
import { ArrowLink } from '../ui/link-button.tsx'

/** The way on for whoever registered because they wanted to order; the address says what (UX, customer flow). */
export function ContinueOrder({ packages }: { packages: readonly Package[] }) {
  const from = safeReturnPath(useSearchParams()[0].get(CONTINUE))
  const id = /^\/order-now\/([^/?#]+)/.exec(from ?? '')?.[1]
  const wanted = packages.find(({ _id }) => _id === id)
  if (!from || !wanted) return null
  return (
    <div className="good-news">
      <div className="container">
        <ArrowLink href={from}>Continue your order: {wanted.packageName}</ArrowLink>
      </div>
    </div>
  )
}
