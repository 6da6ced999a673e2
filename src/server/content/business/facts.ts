import { type Business, businessOf } from '../../../contract/content/business.ts'
import { footerAddress } from '../../../contract/content/kinds/footer-address.ts'
import { paymentEmail } from '../../../contract/content/kinds/payment-email.ts'
import { pricingPackage } from '../../../contract/content/kinds/pricing-package.ts'
import { pointsOf } from '../../../contract/content/package-points.ts'
import type { RecordOf } from '../../../contract/grammar/content-kind.ts'
import type { Reader } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import { findRecord, recordByUnique, recordsOf, type StoredRecord, toWire } from '../records/records.ts'

const MOST_POINTS = 10

/** Returns the business for mail and invoices, which name it even while its record is hidden from visitors. */
export async function businessIn(db: Reader): Promise<Business> {
  return businessFrom((await recordsOf(db, footerAddress, { withHidden: true }))[0])
}

/** Returns the business as visitors see it. */
export async function publicBusinessIn(db: Reader): Promise<Business> {
  return businessFrom((await recordsOf(db, footerAddress))[0])
}

function businessFrom(record: StoredRecord | undefined): Business {
  return businessOf(record && (toWire(footerAddress, record) as RecordOf<typeof footerAddress>))
}

/** Returns a package that visitors can order now, by its id or its name, with its points. */
export async function offeredPackage(tx: Tx, which: { id: string } | { name: string }) {
  const record = await ('id' in which ? findRecord(tx, pricingPackage, which.id) : recordByUnique(tx, pricingPackage, which.name))
  if (!record) return undefined
  const { packageName = '', packagePrice = '' } = record.values
  return { id: record.id, packageName, packagePrice, points: pointsOf(record.values, MOST_POINTS) }
}

/** Returns the account that is paid: the first that the owner entered, or a sample until then. */
export async function payeeIn(db: Reader): Promise<{ email: string; isSample: boolean } | undefined> {
  const records = await recordsOf(db, paymentEmail)
  const record = records.find(({ sampleFields }) => !sampleFields) ?? records[0]
  return record && { email: record.values.paypalEmail ?? '', isSample: record.sampleFields !== null }
}
