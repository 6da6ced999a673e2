import type { ContentRecord } from '../core/content-kind.ts'
import { pricingPackage } from './kinds/pricing-package.ts'

export type PricingPackage = ContentRecord<typeof pricingPackage>

const POINT_FIELDS = pricingPackage.fieldsShownAsLists?.[0]?.fields ?? []

/** Premium shows at most 10 points on the landing page, and 8 on the pricing page (P-140). */
export type MaxPremiumPackagePoints = 10 | 8

/** Lists what a package includes. Premium has at most `maxPremiumPoints` points, and the others at most seven. Skips empty points. */
export function listShownPackagePoints(
  record: Readonly<Record<string, unknown>>,
  maxPremiumPoints: MaxPremiumPackagePoints,
): string[] {
  const shownFields = POINT_FIELDS.slice(0, record.packageName === 'Premium' ? maxPremiumPoints : 7)
  return shownFields.map((name) => String(record[name] ?? '')).filter((point) => point.trim() !== '')
}
