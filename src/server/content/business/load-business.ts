import { type BusinessFacts, buildBusinessFacts } from '#contract/content/build-business-facts.ts'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { logo } from '#contract/content/kinds/logo.ts'
import { payeeEmail } from '#contract/content/kinds/payee-email.ts'
import { isOneOffPackage, pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { listShownPackagePoints } from '#contract/content/list-package-points.ts'
import type { ContentRecord } from '#contract/core/content-kind.ts'
import { removeInvisibleCharacters } from '#contract/core/remove-invisible-characters.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { findRecord, findRecordByUniqueValue, listKindRecords, serializeRecord } from '../records/records.ts'

const PREMIUM_POINT_COUNT = 10

/** Returns the business for email and invoices. They name it even if its record is hidden. */
export async function loadBusiness(db: DatabaseReader): Promise<BusinessFacts> {
  return loadFactsAndLogo(db, { withHidden: true })
}

/** Returns the business as visitors see it. */
export async function loadPublicBusiness(db: DatabaseReader): Promise<BusinessFacts> {
  return loadFactsAndLogo(db)
}

async function loadFactsAndLogo(db: DatabaseReader, filter?: { withHidden: true }): Promise<BusinessFacts> {
  const [record] = await listKindRecords(db, businessInfo, filter)
  const [logoRecord] = await listKindRecords(db, logo)
  const facts = buildBusinessFacts(record && (serializeRecord(businessInfo, record) as ContentRecord<typeof businessInfo>))
  return { ...facts, logo: logoRecord?.values.logo?.trim() ?? '' }
}

/** Finds a package that visitors can order now, by its id or its name. */
export async function findOfferedPackage(db: DatabaseReader, packageKey: { id: string } | { name: string }) {
  const record = await ('id' in packageKey
    ? findRecord(db, pricingPackage, packageKey.id)
    : findRecordByUniqueValue(db, pricingPackage, packageKey.name))
  if (!record) return undefined
  const { packageName = '', packagePrice = '' } = record.values
  const points = listShownPackagePoints(record.values, PREMIUM_POINT_COUNT)
  return { id: record.id, packageName, packagePrice, points, isOneOff: isOneOffPackage(record.values) }
}

/** Returns the account that is paid: the first one that the owner entered, or a sample until then. */
export async function loadPayee(db: DatabaseReader): Promise<{ email: string; isSample: boolean } | undefined> {
  const records = await listKindRecords(db, payeeEmail)
  const record = records.find(({ sampleFields }) => !sampleFields) ?? records[0]
  return record && { email: removeInvisibleCharacters(record.values.paypalEmail ?? ''), isSample: record.sampleFields !== null }
}
