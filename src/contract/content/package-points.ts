import type { RecordOf } from '../grammar/content-kind.ts'
import { pricingPackage } from './kinds/pricing-package.ts'

export type Package = RecordOf<typeof pricingPackage>

const POINTS = Object.keys(pricingPackage.fields).filter((name) => name.startsWith('packagePoint'))

/** How many points Premium has on the landing page, and on the pricing page (spec section 9). */
export type PremiumPoints = 8 | 10

/** What a package includes: seven points, or of Premium as many as the page gives it; empty ones are left out. */
export function pointsOf(record: Readonly<Record<string, unknown>>, premiumPoints: PremiumPoints): string[] {
  const shown = POINTS.slice(0, record.packageName === 'Premium' ? premiumPoints : 7)
  return shown.map((name) => String(record[name] ?? '')).filter((point) => point.trim() !== '')
}
