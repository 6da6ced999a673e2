import { getPackageAnchor } from '#contract/content/kinds/pricing-package.ts'
import type { PricingPackage } from '#contract/content/list-package-points.ts'
import { getPublicPage } from '#contract/core/public-pages.ts'

/** Refers to the business, whose data is in the graph of every page. */
export function buildBusinessReference(origin: string) {
  return { '@id': `${origin}/#business` }
}

/** Returns the `@id` of a package's offer, which is the same on every page. */
export function buildOfferId(origin: string, { packageName }: Pick<PricingPackage, 'packageName'>): string {
  return `${origin}${getPublicPage('Pricing').path}#${getPackageAnchor(packageName)}-offer`
}

/** Returns the `@id` of the service that a package sells. */
export function buildPackageServiceId(origin: string, { packageName }: Pick<PricingPackage, 'packageName'>): string {
  return `${origin}${getPublicPage('Pricing').path}#${getPackageAnchor(packageName)}-service`
}

/** Returns the `@id` of a service, on its own page if it has one. */
export function buildServiceId(origin: string, { _path, _id }: { _path?: string; _id: string }): string {
  return _path ? `${origin}${_path}#service` : `${origin}${getPublicPage('Services').path}#${_id}`
}
