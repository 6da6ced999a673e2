import { NEW_RECORD } from '../../../contract/content/own-drafts.ts'
import { whyFull } from '../../../contract/grammar/list-room.ts'
import { itemPageOf } from '../../../contract/grammar/public-pages.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { Section } from '../../../contract/grammar/section.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { Seen } from '../../platform/http/http.ts'
import { auditChange, auditOrder } from './audit-change.ts'
import { type NoticeParts, noticeChange } from './change-notice.ts'
import { oldValues } from './history/history.ts'
import { findRevision } from './history/store.ts'
import { pathOf, withAddress, withSlugs } from './item-addresses.ts'
import { endOwnDraft } from './own-drafts/store.ts'
import { pagesShowing } from './page-changes/pages-showing.ts'
import { markChanged } from './page-changes/store.ts'
import type { RecordRule } from './redirect-rule.ts'
import {
  type Changed,
  deleteRecord,
  findRecord,
  freeSoles,
  fromRow,
  insertRecord,
  noSuchRecord,
  orderRecords,
  recordsOf,
  type Save,
  type StoredRecord,
  setHidden,
  undeleteRecord,
  updateRecord,
  type Values,
} from './store.ts'
import { forgetRecords, isInTrash, purgeTrash, trashOf } from './trash/store.ts'
import { toWire } from './wire.ts'

/** The changes of one transaction. Each checks what its kind asks for and tells those whom it concerns. */
export type Editing = ReturnType<typeof createEditing>

type Parts = NoticeParts & { rules: ReadonlyMap<string, RecordRule> }

/** Begins the changes of a transaction, which must end with `finish`. */
export function createEditing(tx: Tx, { rules, ...notices }: Parts) {
  const pages = new Set<string>()
  let hasMail = false

  /** What every change of a record asks for. */
  async function done<C extends Changed>(section: Section, { author }: Save, changed: C): Promise<C> {
    const { before, after } = changed
    // A record that moves to another page changes both.
    for (const one of [before, after]) if (one) notePages(section, one)
    await auditChange(tx, section, author, changed)
    const rule = rules.get(section.kind)
    if (!section.notifyOnChange && !rule) return changed
    const beside = await others(section, after?.id ?? before?.id)
    // What nobody sees leads nowhere, so it can be hidden whatever it says.
    if (rule && after && !after.isHidden)
      obey(
        rule,
        after.values,
        beside.filter(({ isHidden }) => !isHidden),
      )
    if (section.notifyOnChange) {
      await noticeChange(tx, notices, section, author, { before, after, beside })
      hasMail = true
    }
    return changed
  }

  function notePages(section: Section, record: StoredRecord): void {
    if (record.isHidden) return
    for (const page of pagesShowing(section, record.values)) pages.add(page)
    const own = pathOf(section, record)
    if (own) pages.add(own)
  }

  /** The values with the address of the record's own page, where its kind has such pages. */
  async function addressed(
    section: Section,
    values: Values,
    { slugs = [] }: Save,
    own?: Pick<StoredRecord, 'id' | 'values'>,
  ): Promise<Values> {
    if (!itemPageOf(section.kind)) return values
    if (slugs.length > 0) return withSlugs(values, slugs, own?.values ?? {})
    return withAddress(section, values, own?.values ?? {}, await others(section, own?.id))
  }

  async function others(section: Section, id?: string): Promise<StoredRecord[]> {
    return (await recordsOf(tx, section, { withHidden: true })).filter((one) => one.id !== id)
  }

  /** Throws a 409 with the record as it is now where somebody else has saved it since. */
  async function checkSeen(section: Section, id: string, { version }: Seen): Promise<void> {
    const record = await findRecord(tx, section, id, { withHidden: true })
    if (!record) throw await gone(section, id)
    if (version !== undefined && version !== record.version) throw await outdated(section, record)
  }

  async function outdated(section: Section, record: StoredRecord): Promise<Refusal> {
    const latest = await findRevision(tx, section.kind, record.id, record.version)
    const who = latest?.author ?? 'Somebody else'
    const sentence = `${who} changed this after you opened it, so nothing was saved. Look at both, and save again.`
    return new Refusal(409, sentence, undefined, toWire(section, record))
  }

  async function gone({ kind }: Section, id: string): Promise<Refusal> {
    if (!(await isInTrash(tx, kind, id))) return noSuchRecord()
    return new Refusal(404, 'This record was deleted. Put it back from the trash to go on with it.')
  }

  async function add(section: Section, values: Values, save: Save, id?: string): Promise<StoredRecord> {
    const full =
      section.unique &&
      whyFull(
        section,
        (await others(section)).map((one) => one.values),
      )
    if (section.unique && full) throw new Refusal(409, full, { [section.unique]: full })
    const after = await insertRecord(tx, section, await addressed(section, values, save), save, id)
    if (save.userId) await endOwnDraft(tx, { userId: save.userId, kind: section.kind, id: NEW_RECORD })
    return (await done(section, save, { after })).after
  }

  async function update(
    section: Section,
    id: string,
    values: Values,
    { seen = {}, ...save }: Parameters<typeof updateRecord>[4] & { seen?: Seen },
  ): Promise<StoredRecord> {
    await checkSeen(section, id, seen)
    const own = itemPageOf(section.kind) && (await findRecord(tx, section, id, { withHidden: true }))
    const changed = await updateRecord(tx, section, id, await addressed(section, values, save, own), save)
    if (save.userId) await endOwnDraft(tx, { userId: save.userId, kind: section.kind, id })
    return (await done(section, save, changed)).after
  }

  /** Somebody else's page may be at its address by now. */
  async function undelete(section: Section, id: string, save: Save, values?: Values): Promise<StoredRecord> {
    const trashed = itemPageOf(section.kind) && (await trashOf(tx, section.kind)).find((one) => one.id === id)
    const own = trashed && fromRow(trashed)
    const written = own ? await addressed(section, values ?? own.values, save, own) : values
    return (await done(section, save, await undeleteRecord(tx, section, id, save, written))).after
  }

  return {
    tx,
    add,
    update,

    /** Adds what the product brings along: that is no news for anybody. */
    async seed(section: Section, values: Values, save: Save): Promise<void> {
      notePages(section, await insertRecord(tx, section, await addressed(section, values, save), save))
    },

    /** Writes an old version as a new one. */
    async restore(section: Section, id: string, version: number, save: Save & { seen?: Seen }): Promise<StoredRecord> {
      const current = await findRecord(tx, section, id, { withHidden: true })
      if (!current) throw await gone(section, id)
      const { values, isSample } = await oldValues(tx, section, id, version, current.values)
      return update(section, id, values, { ...save, isSample, event: 'restored' })
    },

    async remove(section: Section, id: string, save: Save): Promise<StoredRecord> {
      const { before } = await deleteRecord(tx, section, id, save)
      if (section.keepsOne && (await others(section, id)).length === 0) throw new Refusal(409, section.keepsOne)
      return (await done(section, save, { before })).before
    },

    undelete: (section: Section, id: string, save: Save): Promise<StoredRecord> => undelete(section, id, save),

    /** Adds a record under the id that it has elsewhere; one that lies in the trash here goes on with its history. */
    async bring(section: Section, id: string, values: Values, save: Save): Promise<StoredRecord> {
      if (await isInTrash(tx, section.kind, id)) return undelete(section, id, save, values)
      await forgetRecords(tx, [id])
      return add(section, values, save, id)
    },

    async setHidden(section: Section, id: string, isHidden: boolean, save: Save): Promise<StoredRecord> {
      checkQuiet(section)
      return (await done(section, save, await setHidden(tx, section, id, isHidden, save))).after
    },

    /** Throws a 409 where `ids` are not all records of the kind, once each. */
    async order(section: Section, ids: readonly string[], { author }: Save): Promise<void> {
      checkQuiet(section)
      const moved = await orderRecords(tx, section, ids)
      if (!moved) throw new Refusal(409, 'This list has changed meanwhile, so its order was not saved. Look at it again.')
      for (const record of moved) notePages(section, record)
      if (moved.length > 0) await auditOrder(tx, section, author)
    },

    freeSoles: (ids: readonly string[]) => freeSoles(tx, ids),

    /** What belongs to all changes together; answers whether there is mail. */
    async finish(): Promise<boolean> {
      await markChanged(tx, [...pages])
      await purgeTrash(tx)
      return hasMail
    },
  }
}

/** Refuses what would change who is told of, or paid, without anybody being told. */
function checkQuiet({ title, notifyOnChange }: Section): void {
  if (notifyOnChange) throw new Refusal(409, `${title}: these records can be neither hidden nor put in another order.`)
}

function obey(rule: RecordRule, values: Values, beside: readonly StoredRecord[]): void {
  const fields = rule(
    values,
    beside.map((one) => one.values),
  )
  if (Object.keys(fields).length > 0) throw new Refusal(400, 'One field needs your attention.', fields)
}
