import { NEW_RECORD } from '../../../contract/content/own-drafts.ts'
import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import { whyFull } from '../../../contract/grammar/list-room.ts'
import { itemPageOf } from '../../../contract/grammar/public-pages.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { Seen } from '../../platform/http/http.ts'
import { auditChange, auditOrder } from './audit-change.ts'
import { endAutosave } from './autosave/store.ts'
import { type NoticeParts, noticeChange } from './change-notice.ts'
import { oldValues } from './history/history.ts'
import { findRevision } from './history/store.ts'
import { pathOf, withAddress, withSlugs } from './item-addresses.ts'
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
import { forgetRecords, isInTrash, trashOf } from './trash/store.ts'
import { toWire } from './wire.ts'

/** The changes of one transaction. Each checks what its kind asks for and tells those whom it concerns. */
export type Editing = ReturnType<typeof createEditing>

type Parts = NoticeParts & { rules: ReadonlyMap<string, RecordRule> }

/** Begins the changes of a transaction, which must end with `finish`. */
export function createEditing(tx: Tx, { rules, ...notices }: Parts) {
  const pages = new Set<string>()
  let hasMail = false

  /** What every change of a record asks for. */
  async function done<C extends Changed>(contentKind: ContentKind, { author }: Save, changed: C): Promise<C> {
    const { before, after } = changed
    // A record that moves to another page changes both.
    for (const one of [before, after]) if (one) notePages(contentKind, one)
    await auditChange(tx, contentKind, author, changed)
    const rule = rules.get(contentKind.kind)
    if (!contentKind.notifyOnChange && !rule) return changed
    const beside = await others(contentKind, after?.id ?? before?.id)
    // What nobody sees leads nowhere, so it can be hidden whatever it says.
    if (rule && after && !after.isHidden)
      obey(
        rule,
        after.values,
        beside.filter(({ isHidden }) => !isHidden),
      )
    if (contentKind.notifyOnChange) {
      await noticeChange(tx, notices, contentKind, author, { before, after, beside })
      hasMail = true
    }
    return changed
  }

  function notePages(contentKind: ContentKind, record: StoredRecord): void {
    if (record.isHidden) return
    for (const page of pagesShowing(contentKind, record.values)) pages.add(page)
    const own = pathOf(contentKind, record)
    if (own) pages.add(own)
  }

  /** The values with the address of the record's own page, where its kind has such pages. */
  async function addressed(
    contentKind: ContentKind,
    values: Values,
    { slugs = [] }: Save,
    own?: Pick<StoredRecord, 'id' | 'values'>,
  ): Promise<Values> {
    if (!itemPageOf(contentKind.kind)) return values
    if (slugs.length > 0) return withSlugs(values, slugs, own?.values ?? {})
    return withAddress(contentKind, values, own?.values ?? {}, await others(contentKind, own?.id))
  }

  async function others(contentKind: ContentKind, id?: string): Promise<StoredRecord[]> {
    return (await recordsOf(tx, contentKind, { withHidden: true })).filter((one) => one.id !== id)
  }

  /** Throws a 409 with the record as it is now where somebody else has saved it since. */
  async function checkSeen(contentKind: ContentKind, id: string, { version }: Seen): Promise<void> {
    const record = await findRecord(tx, contentKind, id, { withHidden: true })
    if (!record) throw await gone(contentKind, id)
    if (version !== undefined && version !== record.version) throw await outdated(contentKind, record)
  }

  async function outdated(contentKind: ContentKind, record: StoredRecord): Promise<Refusal> {
    const latest = await findRevision(tx, contentKind.kind, record.id, record.version)
    const who = latest?.author ?? 'Somebody else'
    const sentence = `${who} changed this after you opened it, so nothing was saved. Look at both, and save again.`
    return new Refusal(409, sentence, undefined, toWire(contentKind, record))
  }

  async function gone({ kind }: ContentKind, id: string): Promise<Refusal> {
    if (!(await isInTrash(tx, kind, id))) return noSuchRecord()
    return new Refusal(404, 'This record was deleted. Put it back from the trash to go on with it.')
  }

  async function add(contentKind: ContentKind, values: Values, save: Save, id?: string): Promise<StoredRecord> {
    const full =
      contentKind.unique &&
      whyFull(
        contentKind,
        (await others(contentKind)).map((one) => one.values),
      )
    if (contentKind.unique && full) throw new Refusal(409, full, { [contentKind.unique]: full })
    const after = await insertRecord(tx, contentKind, await addressed(contentKind, values, save), save, id)
    if (save.userId) await endAutosave(tx, { userId: save.userId, kind: contentKind.kind, id: NEW_RECORD })
    return (await done(contentKind, save, { after })).after
  }

  async function update(
    contentKind: ContentKind,
    id: string,
    values: Values,
    { seen = {}, ...save }: Parameters<typeof updateRecord>[4] & { seen?: Seen },
  ): Promise<StoredRecord> {
    await checkSeen(contentKind, id, seen)
    const own = itemPageOf(contentKind.kind) && (await findRecord(tx, contentKind, id, { withHidden: true }))
    const changed = await updateRecord(tx, contentKind, id, await addressed(contentKind, values, save, own), save)
    if (save.userId) await endAutosave(tx, { userId: save.userId, kind: contentKind.kind, id })
    return (await done(contentKind, save, changed)).after
  }

  /** Somebody else's page may be at its address by now. */
  async function undelete(contentKind: ContentKind, id: string, save: Save, values?: Values): Promise<StoredRecord> {
    const trashed = itemPageOf(contentKind.kind) && (await trashOf(tx, contentKind.kind)).find((one) => one.id === id)
    const own = trashed && fromRow(trashed)
    const written = own ? await addressed(contentKind, values ?? own.values, save, own) : values
    return (await done(contentKind, save, await undeleteRecord(tx, contentKind, id, save, written))).after
  }

  return {
    tx,
    add,
    update,

    /** Adds what the product brings along: that is no news for anybody. */
    async seed(contentKind: ContentKind, values: Values, save: Save): Promise<void> {
      notePages(contentKind, await insertRecord(tx, contentKind, await addressed(contentKind, values, save), save))
    },

    /** Writes an old version as a new one. */
    async restore(contentKind: ContentKind, id: string, version: number, save: Save & { seen?: Seen }): Promise<StoredRecord> {
      const current = await findRecord(tx, contentKind, id, { withHidden: true })
      if (!current) throw await gone(contentKind, id)
      const { values, sampleFields } = await oldValues(tx, contentKind, id, version, current.values)
      return update(contentKind, id, values, { ...save, sampleFields, event: 'restored' })
    },

    async remove(contentKind: ContentKind, id: string, save: Save): Promise<StoredRecord> {
      const { before } = await deleteRecord(tx, contentKind, id, save)
      if (contentKind.keepsOne && (await others(contentKind, id)).length === 0) throw new Refusal(409, contentKind.keepsOne)
      return (await done(contentKind, save, { before })).before
    },

    undelete: (contentKind: ContentKind, id: string, save: Save): Promise<StoredRecord> => undelete(contentKind, id, save),

    /** Adds a record under the id that it has elsewhere; one that lies in the trash here goes on with its history. */
    async bring(contentKind: ContentKind, id: string, values: Values, save: Save): Promise<StoredRecord> {
      if (await isInTrash(tx, contentKind.kind, id)) return undelete(contentKind, id, save, values)
      await forgetRecords(tx, [id])
      return add(contentKind, values, save, id)
    },

    async setHidden(contentKind: ContentKind, id: string, isHidden: boolean, save: Save): Promise<StoredRecord> {
      checkQuiet(contentKind)
      return (await done(contentKind, save, await setHidden(tx, contentKind, id, isHidden, save))).after
    },

    /** Throws a 409 where `ids` are not all records of the kind, once each. */
    async order(contentKind: ContentKind, ids: readonly string[], { author }: Save): Promise<void> {
      checkQuiet(contentKind)
      const moved = await orderRecords(tx, contentKind, ids)
      if (!moved) throw new Refusal(409, 'This list has changed meanwhile, so its order was not saved. Look at it again.')
      for (const record of moved) notePages(contentKind, record)
      if (moved.length > 0) await auditOrder(tx, contentKind, author)
    },

    freeSoles: (ids: readonly string[]) => freeSoles(tx, ids),

    /** What belongs to all changes together; answers whether there is mail. */
    async finish(): Promise<boolean> {
      await markChanged(tx, [...pages])
      return hasMail
    },
  }
}

/** Refuses what would change who is told of, or paid, without anybody being told. */
function checkQuiet({ title, notifyOnChange }: ContentKind): void {
  if (notifyOnChange) throw new Refusal(409, `${title}: these records can be neither hidden nor put in another order.`)
}

function obey(rule: RecordRule, values: Values, beside: readonly StoredRecord[]): void {
  const fields = rule(
    values,
    beside.map((one) => one.values),
  )
  if (Object.keys(fields).length > 0) throw new Refusal(400, 'One field needs your attention.', fields)
}
