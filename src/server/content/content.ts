import { type Business, businessOf } from '../../contract/business.ts'
import type { Tally } from '../../contract/content-tallies.ts'
import { pointsOf } from '../../contract/package-points.ts'
import { Refusal } from '../../contract/refusal.ts'
import type { RecordOf, Section } from '../../contract/section.ts'
import { footerAddress } from '../../contract/sections/footer-address.ts'
import { paymentEmail } from '../../contract/sections/payment-email.ts'
import { pricingPackage } from '../../contract/sections/pricing-package.ts'
import { redirect } from '../../contract/sections/redirect.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import { areTablesEmpty } from '../db/empty-tables.ts'
import type { Once } from '../db/once.ts'
import type { Reader, TableName } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'
import type { Mail } from '../mail/mail.ts'
import { noticeChange } from './change-notice.ts'
import { readPageChanges } from './page-changes/store.ts'
import { type RecordRule, redirectRule } from './redirect-rule.ts'
import { demoContent } from './seed/demo.ts'
import {
  type Changed,
  findRecord,
  insertRecord,
  liveRecord,
  raiseVersion,
  recordByUnique,
  recordsOf,
  type Save,
  type StoredRecord,
  talliesOf,
  updateRecord,
  type Values,
} from './store.ts'
import { toWire } from './wire.ts'

export { mentionsOf } from './mentions/store.ts'
export type { PageChange } from './page-changes/store.ts'
export { raiseVersion, type StoredRecord } from './store.ts'

export type Content = ReturnType<typeof createContent>

/** A package as it is offered now, by its id or its name; with its points, as many as it has. */
export async function offeredPackage(tx: Tx, which: { id: string } | { name: string }) {
  const record = await ('id' in which ? findRecord(tx, pricingPackage, which.id) : recordByUnique(tx, pricingPackage, which.name))
  if (!record) return undefined
  const { packageName = '', packagePrice = '' } = record.values
  return { id: record.id, packageName, packagePrice, points: pointsOf(record.values, 10) }
}

/** Whose account is paid: the first that the owner has named, or a sample until they do. */
export async function payeeIn(db: Reader): Promise<{ email: string; isSample: boolean } | undefined> {
  const records = await recordsOf(db, paymentEmail)
  const record = records.find(({ isSample }) => !isSample) ?? records[0]
  return record && { email: record.values.paypalEmail ?? '', isSample: record.isSample }
}

type Parts = {
  database: Database
  mail: Pick<Mail, 'post' | 'wake'>
  /** The address of the site, for links. */
  origin: string
  /** Addresses at which there is a page. */
  pagePaths: readonly string[]
}

/** The content of the site: records with their history, and the content version, which every write raises. */
export function createContent({ database: { read, write, contentVersion }, mail, origin, pagePaths }: Parts) {
  const rules: ReadonlyMap<string, RecordRule> = new Map([[redirect.kind, redirectRule(origin, pagePaths)]])
  // History counts: an owner who removed all content wants none.
  const dataTables: readonly TableName[] = ['content_record', 'content_revision']

  /** Runs a write and tells everybody of it; pages rendered before are stale from the COMMIT on. */
  async function change<T extends Changed | boolean>(work: (tx: Tx) => Promise<T>, once?: Once): Promise<T> {
    const value = await write(async (tx) => {
      await raiseVersion(tx)
      return work(tx)
    }, once)
    contentVersion.announced?.()
    return value
  }

  /** The same for one record, with what its kind asks for: a rule, and word to those whom it concerns. */
  async function changeRecord(
    section: Section,
    { author }: Save,
    work: (tx: Tx) => Promise<Changed>,
    once?: Once,
  ): Promise<StoredRecord> {
    const rule = rules.get(section.kind)
    if (!section.notifyOnChange && !rule) return (await change(work, once)).after
    const { after } = await change(async (tx) => {
      const beside = await recordsOf(tx, section)
      const changed = await work(tx)
      if (rule) obey(rule, changed.after, beside)
      if (section.notifyOnChange) await noticeChange(tx, { mail, origin }, section, author, { ...changed, beside })
      return changed
    }, once)
    if (section.notifyOnChange) mail.wake()
    return after
  }

  return {
    dataTables,

    /** All records of a kind in their order; of a single section the newest first, which is the live one. */
    list: (section: Section): Promise<StoredRecord[]> => recordsOf(read, section),

    find: (section: Section, id: string): Promise<StoredRecord | undefined> => findRecord(read, section, id),

    /** How many records each kind has, and how many of them are samples. */
    tallies: (): Promise<Tally[]> => talliesOf(read),

    /** Throws a 409 where the record may be there only once and is. */
    add: (section: Section, values: Values, save: Save, once?: Once): Promise<StoredRecord> =>
      changeRecord(section, save, async (tx) => ({ after: await insertRecord(tx, section, values, save) }), once),

    /** Lays `values` over the stored ones. Throws a 404 for an id that this kind does not have. */
    update: (section: Section, id: string, values: Values, save: Save): Promise<StoredRecord> =>
      changeRecord(section, save, (tx) => updateRecord(tx, section, id, values, save)),

    /** When each public page last changed; a page that never did is left out. */
    readPageChanges: () => readPageChanges(read),

    /** Where old addresses lead, in the owner's order. */
    readRedirects: async () => (await recordsOf(read, redirect)).map(({ values }) => values),

    /** Who the business is. */
    readBusiness: async () => businessFrom((await recordsOf(read, footerAddress))[0]),

    /** Puts the demo content, all or none of it, into a database of which none of `tables` holds anything; answers whether it did. */
    async seed(choice: Config['seed'], tables: readonly TableName[]): Promise<boolean> {
      if (choice === 'none') return false
      return change(async (tx) => {
        if (!(await areTablesEmpty(tx, tables))) return false
        for (const { section, records, samples } of demoContent) {
          const save = { author: 'Demo content', isSample: samples !== undefined }
          for (const record of records) await insertRecord(tx, section, record, save)
        }
        return true
      })
    },
  }
}

/** Who the business is, now or as a transaction sees it. */
export async function businessIn(db: Reader): Promise<Business> {
  return businessFrom(await liveRecord(db, footerAddress))
}

function businessFrom(record: StoredRecord | undefined): Business {
  return businessOf(record && (toWire(footerAddress, record) as RecordOf<typeof footerAddress>))
}

function obey(rule: RecordRule, { id, values }: StoredRecord, all: readonly StoredRecord[]): void {
  const others = all.filter((one) => one.id !== id).map((one) => one.values)
  const fields = rule(values, others)
  if (Object.keys(fields).length > 0) throw new Refusal(400, 'One field needs your attention.', fields)
}
