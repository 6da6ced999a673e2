import type { pricingCopy } from '#contract/content/kinds/pricing-copy.ts'
import type { PricingPackage } from '#contract/content/list-package-points.ts'
import type { CopyKindTexts } from '#contract/core/define-page-copy-kind.ts'
import {
  findPackagesIncludingService,
  formatPriceWithoutDollarSign,
  getServiceAmountInPackage,
  listTierPackages,
  type ServiceRecord,
} from './packages.ts'

type Props = { packages: readonly PricingPackage[]; services: readonly ServiceRecord[]; copy: CopyKindTexts<typeof pricingCopy> }

/** Compares what each package includes of each service. On a phone, each service is a block with a line per package. */
export function PackageServicesTable({ packages, services, copy }: Props) {
  const columns = listTierPackages(packages)
  const rows = services.filter((service) => findPackagesIncludingService(service, columns).length > 0)
  if (rows.length === 0) return null
  return (
    <div className="comparison">
      <h2 id="compare" className="h3">
        {copy.compareHeading}
      </h2>
      <table aria-labelledby="compare">
        <thead>
          <tr>
            <td />
            {columns.map((record) => (
              <th key={record._id} scope="col">
                {record.packageName}{' '}
                <span>
                  ${formatPriceWithoutDollarSign(record.packagePrice)}
                  {copy.perMonth}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((service) => (
            <tr key={service._id}>
              <th scope="row">{service._path ? <a href={service._path}>{service.serviceTitle}</a> : service.serviceTitle}</th>
              {columns.map((record) => (
                <td key={record._id} data-name={record.packageName}>
                  {getServiceAmountInPackage(service, record) || copy.notIncluded}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            {columns.map(({ _id, packageButtonText }) => (
              <td key={_id}>
                <a href={`/order-now/${_id}`}>{packageButtonText}</a>
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
