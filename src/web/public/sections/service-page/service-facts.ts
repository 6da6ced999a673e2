import type { serviceItem } from '../../../../contract/content/kinds/service-item.ts'
import type { Package } from '../../../../contract/content/package-points.ts'
import type { RecordOf } from '../../../../contract/grammar/content-kind.ts'
import { publicPage } from '../../../../contract/grammar/public-pages.ts'
import type { Crumb } from '../../../ui/breadcrumbs.tsx'
import { inOrderOfSize } from '../pricing/packages.ts'

type Item = RecordOf<typeof serviceItem>

/** The way to the page of a service. */
export function trailOf({ serviceTitle, _path = '' }: Pick<Item, 'serviceTitle' | '_path'>): Crumb[] {
  const above = [publicPage('Home'), publicPage('Services')].map(({ name, path }) => ({ name, path }))
  return [...above, { name: serviceTitle, path: _path }]
}

/** The packages that include a service, each with how much of it. */
export function includedIn(item: Item, packages: readonly Package[]): { record: Package; says: string }[] {
  return inOrderOfSize(packages).flatMap((record) => {
    const says = sayOf(item, record)
    return says ? [{ record, says }] : []
  })
}

/** How much of the service a package has; nothing where it lacks it. */
export function sayOf(item: Item, { packageName }: Package): string | undefined {
  const said = { Basic: item.serviceInBasic, Standard: item.serviceInStandard, Premium: item.serviceInPremium }[packageName]
  return said?.trim()
}
