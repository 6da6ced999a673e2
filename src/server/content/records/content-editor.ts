import { NEW_RECORD_ID } from '../../../contract/content/autosaves.ts'
import type { ContentKind } from '../../../contract/core/content-kind.ts'
import { findDetailPage } from '../../../contract/core/public-pages.ts'
import { explainFullList } from '../../../contract/core/unique-field-values.ts'
import { UserError } from '../../../contract/core/user-error.ts'
import type { Tx } from '../../platform/db/database-writer.ts'
import type { ExpectedVersion } from '../../platform/http/register-api.ts'
import { removeAutosave } from './autosave/store.ts'
import { logRecordChange, logRecordOrder } from './content-audit-log.ts'
import { loadRevisionValues } from './history/record-history.ts'
import { findRevision } from './history/store.ts'
import { type NotificationOptions, notifyRecordChange } from './notify-record-change.ts'
import { listPagesShowingRecord } from './page-changes/pages-showing-record.ts'
import { savePageChanges } from './page-changes/store.ts'
import { assignSlug, getRecordPath, setSlugs } from './record-slugs.ts'
import { serializeRecord } from './serialize-record.ts'
import {
  clearUniqueKeys,
  createRecordNotFoundError,
  deleteRecord,
  findRecord,
  insertRecord,
  listKindRecords,
  type RecordChange,
  reorderKindRecords,
  type SaveOptions,
  type StoredRecord,
  setRecordHidden,
  toStoredRecord,
  undeleteRecord,
  updateRecord,
  type Values,
} from './store.ts'
import { deleteTrashedRecords, isInTrash, listTrashedRows } from './trash/store.ts'
import type { RecordValidator } from './validate-redirect.ts'

export type ContentEditor = ReturnType<typeof createContentEditor>

type ContentEditorOptions = NotificationOptions & { rules: ReadonlyMap<string, RecordValidator> }

/** Collects the changes of one transaction. Every change checks the kind's rules, and `finish` must end the transaction. */
export function createContentEditor(tx: Tx, { rules, ...notificationOptions }: ContentEditorOptions) {
  const changedPages = new Set<string>()
  let hasQueuedEmail = false

  async function finishChange<C extends RecordChange>(
    contentKind: ContentKind,
    { author }: SaveOptions,
    recordChange: C,
  ): Promise<C> {
    const { before, after } = recordChange
    // A record that moves to another page changes both pages.
    for (const one of [before, after]) if (one) addChangedPages(contentKind, one)
    await logRecordChange(tx, contentKind, author, recordChange)
    const rule = rules.get(contentKind.kind)
    if (!contentKind.notifyOnChange && !rule) return recordChange
    const otherRecords = await listOtherRecords(contentKind, after?.id ?? before?.id)
    // The rule doesn't apply to hidden records, which have no effect.
    if (rule && after && !after.isHidden)
      assertValid(
        rule,
        after.values,
        otherRecords.filter(({ isHidden }) => !isHidden),
      )
    if (contentKind.notifyOnChange) {
      await notifyRecordChange(tx, notificationOptions, contentKind, author, { before, after, otherRecords })
      hasQueuedEmail = true
    }
    return recordChange
  }

  function addChangedPages(contentKind: ContentKind, record: StoredRecord): void {
    if (record.isHidden) return
    for (const page of listPagesShowingRecord(contentKind, record.values)) changedPages.add(page)
    const own = getRecordPath(contentKind, record)
    if (own) changedPages.add(own)
  }

  /** Adds the slug of the record's own page if the kind has such pages. */
  async function assignRecordSlug(
    contentKind: ContentKind,
    values: Values,
    { slugs = [] }: SaveOptions,
    own?: Pick<StoredRecord, 'id' | 'values'>,
  ): Promise<Values> {
    if (!findDetailPage(contentKind.kind)) return values
    if (slugs.length > 0) return setSlugs(values, slugs, own?.values ?? {})
    return assignSlug(contentKind, values, own?.values ?? {}, await listOtherRecords(contentKind, own?.id))
  }

  async function listOtherRecords(contentKind: ContentKind, id?: string): Promise<StoredRecord[]> {
    return (await listKindRecords(tx, contentKind, { withHidden: true })).filter((one) => one.id !== id)
  }

  /** Throws a 409 with the current record if another save came first (P-22). */
  async function assertExpectedVersion(contentKind: ContentKind, id: string, { version }: ExpectedVersion): Promise<void> {
    const record = await findRecord(tx, contentKind, id, { withHidden: true })
    if (!record) throw await createMissingError(contentKind, id)
    if (version !== undefined && version !== record.version) throw await createConflictError(contentKind, record)
  }

  async function createConflictError(contentKind: ContentKind, record: StoredRecord): Promise<UserError> {
    const latest = await findRevision(tx, contentKind.kind, record.id, record.version)
    const editorName = latest?.author ?? 'Somebody else'
    const sentence = `${editorName} changed this after you opened it, so nothing was saved. Look at both, and save again.`
    return new UserError(409, sentence, undefined, serializeRecord(contentKind, record))
  }

  async function createMissingError({ kind }: ContentKind, id: string): Promise<UserError> {
    if (!(await isInTrash(tx, kind, id))) return createRecordNotFoundError()
    return new UserError(404, 'This record was deleted. Put it back from the trash to go on with it.')
  }

  async function add(contentKind: ContentKind, values: Values, save: SaveOptions, id?: string): Promise<StoredRecord> {
    const fullMessage =
      contentKind.unique &&
      explainFullList(
        contentKind,
        (await listOtherRecords(contentKind)).map((one) => one.values),
      )
    if (contentKind.unique && fullMessage) throw new UserError(409, fullMessage, { [contentKind.unique]: fullMessage })
    const after = await insertRecord(tx, contentKind, await assignRecordSlug(contentKind, values, save), save, id)
    if (save.userId) await removeAutosave(tx, { userId: save.userId, kind: contentKind.kind, id: NEW_RECORD_ID })
    return (await finishChange(contentKind, save, { after })).after
  }

  async function update(
    contentKind: ContentKind,
    id: string,
    values: Values,
    { expectedVersion = {}, ...save }: Parameters<typeof updateRecord>[4] & { expectedVersion?: ExpectedVersion },
  ): Promise<StoredRecord> {
    await assertExpectedVersion(contentKind, id, expectedVersion)
    const own = findDetailPage(contentKind.kind) && (await findRecord(tx, contentKind, id, { withHidden: true }))
    const recordChange = await updateRecord(tx, contentKind, id, await assignRecordSlug(contentKind, values, save, own), save)
    if (save.userId) await removeAutosave(tx, { userId: save.userId, kind: contentKind.kind, id })
    return (await finishChange(contentKind, save, recordChange)).after
  }

  /** Another record may use its slug by now. */
  async function undelete(contentKind: ContentKind, id: string, save: SaveOptions, values?: Values): Promise<StoredRecord> {
    const trashed = findDetailPage(contentKind.kind) && (await listTrashedRows(tx, contentKind.kind)).find((one) => one.id === id)
    const own = trashed && toStoredRecord(trashed)
    const newValues = own ? await assignRecordSlug(contentKind, values ?? own.values, save, own) : values
    return (await finishChange(contentKind, save, await undeleteRecord(tx, contentKind, id, save, newValues))).after
  }

  return {
    tx,
    add,
    update,

    /** Adds demo content. It sends no email and logs nothing. */
    async insertSeed(contentKind: ContentKind, values: Values, save: SaveOptions): Promise<void> {
      addChangedPages(contentKind, await insertRecord(tx, contentKind, await assignRecordSlug(contentKind, values, save), save))
    },

    /** Saves an old version as a new one. */
    async restore(
      contentKind: ContentKind,
      id: string,
      version: number,
      save: SaveOptions & { expectedVersion?: ExpectedVersion },
    ): Promise<StoredRecord> {
      const current = await findRecord(tx, contentKind, id, { withHidden: true })
      if (!current) throw await createMissingError(contentKind, id)
      const { values, sampleFields } = await loadRevisionValues(tx, contentKind, id, version, current.values)
      return update(contentKind, id, values, { ...save, sampleFields, event: 'restored' })
    },

    async remove(contentKind: ContentKind, id: string, save: SaveOptions): Promise<StoredRecord> {
      const { before } = await deleteRecord(tx, contentKind, id, save)
      if (contentKind.lastRecordMessage && (await listOtherRecords(contentKind, id)).length === 0)
        throw new UserError(409, contentKind.lastRecordMessage)
      return (await finishChange(contentKind, save, { before })).before
    },

    undelete: (contentKind: ContentKind, id: string, save: SaveOptions): Promise<StoredRecord> => undelete(contentKind, id, save),

    /** Adds a record under the id that it has on another site. If it is in the trash here, undeletes it and keeps its history. */
    async addOrUndelete(contentKind: ContentKind, id: string, values: Values, save: SaveOptions): Promise<StoredRecord> {
      if (await isInTrash(tx, contentKind.kind, id)) return undelete(contentKind, id, save, values)
      await deleteTrashedRecords(tx, [id])
      return add(contentKind, values, save, id)
    },

    async setHidden(contentKind: ContentKind, id: string, isHidden: boolean, save: SaveOptions): Promise<StoredRecord> {
      assertReorderable(contentKind)
      return (await finishChange(contentKind, save, await setRecordHidden(tx, contentKind, id, isHidden, save))).after
    },

    /** Throws a 409 unless `ids` are all records of the kind, each exactly once. */
    async reorder(contentKind: ContentKind, ids: readonly string[], { author }: SaveOptions): Promise<void> {
      assertReorderable(contentKind)
      const moved = await reorderKindRecords(tx, contentKind, ids)
      if (!moved) throw new UserError(409, 'This list has changed meanwhile, so its order was not saved. Look at it again.')
      for (const record of moved) addChangedPages(contentKind, record)
      if (moved.length > 0) await logRecordOrder(tx, contentKind, author)
    },

    clearUniqueKeys: (ids: readonly string[]) => clearUniqueKeys(tx, ids),

    /** Stores which pages changed. Returns whether a change queued an email. */
    async finish(): Promise<boolean> {
      await savePageChanges(tx, [...changedPages])
      return hasQueuedEmail
    },
  }
}

/**
 * Throws a 409 for a kind with `notifyOnChange`: a new order or a hidden record would change what is in force without an
 * email.
 */
function assertReorderable({ title, notifyOnChange }: ContentKind): void {
  if (notifyOnChange) throw new UserError(409, `${title}: these records can be neither hidden nor put in another order.`)
}

function assertValid(rule: RecordValidator, values: Values, otherRecords: readonly StoredRecord[]): void {
  const fields = rule(
    values,
    otherRecords.map((one) => one.values),
  )
  if (Object.keys(fields).length > 0) throw new UserError(400, 'One field needs your attention.', fields)
}
