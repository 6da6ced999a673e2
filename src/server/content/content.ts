import { type Business, businessOf } from '../../contract/business.ts'
import { pointsOf } from '../../contract/package-points.ts'
import type { RecordOf } from '../../contract/section.ts'
import { footerAddress } from '../../contract/sections/footer-address.ts'
import { pricingPackage } from '../../contract/sections/pricing-package.ts'
import { redirect } from '../../contract/sections/redirect.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import type { TableName } from '../db/untouched.ts'
import type { Tx } from '../db/write.ts'
import type { Handled } from '../http/http.ts'
import type { Mail } from '../mail/mail.ts'
import { contentHandlers, toWire } from './handlers.ts'
import { readPageChanges } from './page-changes/store.ts'
import { redirectRule } from './redirect-rule.ts'
import { demoContent } from './seed/demo.ts'
import { createContentStore, insertRecord, liveRecord, recordById, recordByUnique, type StoredRecord } from './store.ts'

export type { PageChange } from './page-changes/store.ts'

/** Who the business is, as a transaction sees it. */
export async function businessIn(tx: Tx): Promise<Business> {
  return businessFrom(await liveRecord(tx, footerAddress))
}

/** A package as it is offered now, by its id or its name; with its points, as many as it has. */
export async function offeredPackage(tx: Tx, which: { id: string } | { name: string }) {
  const record = await ('id' in which ? recordById(tx, pricingPackage, which.id) : recordByUnique(tx, pricingPackage, which.name))
  if (!record) return undefined
  const { packageName = '', packagePrice = '' } = record.values
  return { id: record.id, packageName, packagePrice, points: pointsOf(record.values, 10) }
}

type Parts = {
  database: Database
  mail: Pick<Mail, 'post' | 'wake'>
  /** The address of the site, for links. */
  origin: string
  /** Addresses at which there is a page. */
  pagePaths: readonly string[]
}

/** The content of the site: its calls, and the demo content of a new database. */
export function createContent({ database, mail, origin, pagePaths }: Parts) {
  const rules = new Map([[redirect.kind, redirectRule(origin, pagePaths)]])
  const store = createContentStore(database, { mail, origin }, rules)
  const handlers: Handled[] = contentHandlers(store)
  // History counts: an owner who removed all content wants none.
  const dataTables: readonly TableName[] = ['content_record', 'content_revision']
  return {
    handlers,
    dataTables,
    /** When each public page last changed; a page that never did is left out. */
    readPageChanges: () => readPageChanges(database),
    /** Where old addresses lead, in the owner's order. */
    readRedirects: async () => (await store.list(redirect)).map(({ values }) => values),
    /** Who the business is. */
    readBusiness: async () => businessFrom((await store.list(footerAddress))[0]),
    /** Puts the demo content into a database of which none of `tables` holds anything. */
    async seed(choice: Config['seed'], tables: readonly TableName[]): Promise<boolean> {
      if (choice === 'none') return false
      return store.seed(tables, async (tx) => {
        for (const { section, records, sample } of demoContent) {
          for (const record of records) await insertRecord(tx, section, record, { author: 'Demo content', isSample: sample })
        }
      })
    },
  }
}

function businessFrom(record: StoredRecord | undefined): Business {
  return businessOf(record && (toWire(footerAddress, record) as RecordOf<typeof footerAddress>))
}
