import type { ContentRecord } from '../core/content-kind.ts'
import { pricingPackage } from './kinds/pricing-package.ts'

export type PricingPackage = ContentRecord<typeof pricingPackage>

const POINT_FIELDS = pricingPackage.textLists?.[0]?.fields ?? []

/** How many points Premium has on the landing page, and on the pricing page (P-140). */
export type PremiumPackagePointLimit = 8 | 10

/** Lists what a package includes. Premium has `premiumPointCount` points, and the others have seven. Skips empty points. */
export function listShownPackagePoints(
  record: Readonly<Record<string, unknown>>,
  premiumPointCount: PremiumPackagePointLimit,
): string[] {
  const shownFields = POINT_FIELDS.slice(0, record.packageName === 'Premium' ? premiumPointCount : 7)
  return shownFields.map((name) => String(record[name] ?? '')).filter((point) => point.trim() !== '')
}
