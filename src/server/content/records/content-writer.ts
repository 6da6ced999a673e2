import type { ContentKind } from '#contract/core/content-kind.ts'
import { explainAllChoicesUsed } from '#contract/core/copied-record-values.ts'
import { findDetailPageOfKind } from '#contract/core/public-pages.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { deleteAutosaveAfterSave } from './autosave/store.ts'
import {
  addChangedPages,
  type ContentTransaction,
  completeRecordChange,
  listOtherRecordsOfKind,
  logRecordReordering,
  type RecordValidators,
} from './complete-record-change.ts'
import { addRecognizedSampleFields } from './compute-sample-fields-after-save.ts'
import { loadValuesToRestore } from './history/record-history.ts'
import { mergeMarkdownIntoValues } from './merge-markdown-into-values.ts'
import { savePageChangeTimes } from './page-changes/store.ts'
import {
  parseRecordRow,
  type RecordSaveOptions,
  type RecordValues,
  type StoredRecord,
  type VersionedSaveOptions,
} from './record-row.ts'
import { assignSlug, prependSlugs } from './record-slugs.ts'
import type { PayeeChangeMailDependencies } from './report-payee-email-change.ts'
import { isRepeatedSave } from './save-conflicts.ts'
import {
  clearUniqueKeysBeforeUpdate,
  createRecordNotFoundError,
  findRecord,
  insertRecord,
  moveRecordToTrash,
  reorderKindRecords,
  restoreRecordFromTrash,
  setRecordHidden,
  updateRecord,
} from './store.ts'
import { deleteTrashedRecordsByIds, isRecordInTrash, listTrashedRows } from './trash/store.ts'

export type ContentWriter = ReturnType<typeof createContentWriter>

type SaveWithMarks = VersionedSaveOptions & Parameters<typeof updateRecord>[4]

/** Collects the changes of one transaction. `finish` must end the transaction. */
export function createContentWriter(tx: Tx, options: PayeeChangeMailDependencies & { validators: RecordValidators }) {
  const transaction: ContentTransaction = { ...options, tx, changedPages: new Set(), hasQueuedEmail: false }

  /** `id` is set for a staged or imported record. Throws a 409 if the list is full. */
  async function add(
    contentKind: ContentKind,
    values: RecordValues,
    save: RecordSaveOptions,
    id?: string,
  ): Promise<StoredRecord> {
    if (contentKind.unique) await assertNotFull(tx, contentKind, contentKind.unique)
    const after = await insertRecord(tx, contentKind, await assignRecordSlug(tx, contentKind, values, save), save, id)
    await deleteAutosaveAfterSave(tx, contentKind, save)
    return (await completeRecordChange(transaction, contentKind, save, { after })).after
  }

  /** Adds a record under the id that it has on another site. If it is in the trash here, undeletes it and keeps its history. */
  async function addOrUndelete(
    contentKind: ContentKind,
    id: string,
    values: RecordValues,
    save: RecordSaveOptions,
  ): Promise<StoredRecord> {
    if (await isRecordInTrash(tx, contentKind.kind, id)) return undelete(contentKind, id, save, values)
    await deleteTrashedRecordsByIds(tx, [id])
    return add(contentKind, values, save, id)
  }

  /** Adds demo content. It sends no email and logs nothing. */
  async function insertSeed(contentKind: ContentKind, values: RecordValues, save: RecordSaveOptions): Promise<void> {
    const valuesWithSlug = await assignRecordSlug(tx, contentKind, values, save)
    addChangedPages(transaction, contentKind, await insertRecord(tx, contentKind, valuesWithSlug, save))
  }

  /** Saves the body of a call. Throws a 404 for an unknown id, and a 409 with the record if both can't be merged. */
  async function updateFromBody(
    contentKind: ContentKind,
    id: string,
    body: RecordValues,
    save: VersionedSaveOptions,
  ): Promise<StoredRecord> {
    const record = await loadRecord(tx, contentKind, id)
    return saveRecord(contentKind, record, mergeMarkdownIntoValues(contentKind, body, record.values), save)
  }

  async function update(
    contentKind: ContentKind,
    id: string,
    values: RecordValues,
    save: VersionedSaveOptions,
  ): Promise<StoredRecord> {
    return saveRecord(contentKind, await loadRecord(tx, contentKind, id), values, save)
  }

  /** Throws a 409 with the current record if another save came first. */
  async function saveRecord(
    contentKind: ContentKind,
    record: StoredRecord,
    values: RecordValues,
    { expectedVersion = {}, ...save }: SaveWithMarks,
  ): Promise<StoredRecord> {
    const { id } = record
    if (await isRepeatedSave(tx, contentKind, { live: record, record, values, expectedVersion })) return record
    const valuesWithSlug = await assignRecordSlug(tx, contentKind, values, save, record)
    const recordChange = await updateRecord(tx, contentKind, id, valuesWithSlug, save)
    await deleteAutosaveAfterSave(tx, contentKind, save, id)
    return (await completeRecordChange(transaction, contentKind, save, recordChange)).after
  }

  /** Saves an old version as a new one. */
  async function restore(
    contentKind: ContentKind,
    id: string,
    version: number,
    save: VersionedSaveOptions,
  ): Promise<StoredRecord> {
    const record = await loadRecord(tx, contentKind, id)
    const { values, sampleFields } = await loadValuesToRestore(tx, contentKind, id, version, record.values)
    return saveRecord(contentKind, record, values, { ...save, sampleFields, event: 'restored' })
  }

  /**
   * Removes the sample marks of a record, as a new version with the same values. Names of the demo content and bare addresses
   * of social networks stay marked. Returns undefined if nothing changes. Throws a 409 for a kind with `ownerOnlyFields`.
   */
  async function keepSample(contentKind: ContentKind, id: string, save: RecordSaveOptions): Promise<StoredRecord | undefined> {
    if (contentKind.ownerOnlyFields)
      throw new UserError(409, `${contentKind.title}: this sample can’t stay. Replace it with your own, hide it or delete it.`)
    const record = await loadRecord(tx, contentKind, id)
    const keptMarks = addRecognizedSampleFields(contentKind, record.values, null)
    if (JSON.stringify(keptMarks) === JSON.stringify(record.sampleFields)) return undefined
    return saveRecord(contentKind, record, record.values, { ...save, sampleFields: null })
  }

  /** Throws a 409 if it is the last record of a kind that must keep one. */
  async function remove(contentKind: ContentKind, id: string, save: RecordSaveOptions): Promise<StoredRecord> {
    const { before } = await moveRecordToTrash(tx, contentKind, id, save)
    if (contentKind.lastRecordMessage && (await listOtherRecordsOfKind(tx, contentKind, id)).length === 0)
      throw new UserError(409, contentKind.lastRecordMessage)
    return (await completeRecordChange(transaction, contentKind, save, { before })).before
  }

  /** Assigns another slug if another record uses the old one by now. */
  async function undelete(
    contentKind: ContentKind,
    id: string,
    save: RecordSaveOptions,
    values?: RecordValues,
  ): Promise<StoredRecord> {
    const row =
      findDetailPageOfKind(contentKind.kind) && (await listTrashedRows(tx, contentKind.kind)).find((one) => one.id === id)
    const trashed = row && parseRecordRow(row)
    const newValues = trashed ? await assignRecordSlug(tx, contentKind, values ?? trashed.values, save, trashed) : values
    const recordChange = await restoreRecordFromTrash(tx, contentKind, id, save, newValues)
    return (await completeRecordChange(transaction, contentKind, save, recordChange)).after
  }

  async function setHidden(
    contentKind: ContentKind,
    id: string,
    isHidden: boolean,
    save: RecordSaveOptions,
  ): Promise<StoredRecord> {
    assertReorderable(contentKind)
    const recordChange = await setRecordHidden(tx, contentKind, id, isHidden, save)
    return (await completeRecordChange(transaction, contentKind, save, recordChange)).after
  }

  /** Throws a 409 unless `ids` are all records of the kind, each exactly once. */
  async function reorder(contentKind: ContentKind, ids: readonly string[], { author }: RecordSaveOptions): Promise<void> {
    assertReorderable(contentKind)
    const moved = await reorderKindRecords(tx, contentKind, ids)
    if (!moved) throw new UserError(409, 'Someone else changed this list, so it wasn’t reordered. Reload the page and try again.')
    for (const record of moved) addChangedPages(transaction, contentKind, record)
    if (moved.length > 0) await logRecordReordering(tx, contentKind, author)
  }

  /** Stores which pages changed. Returns whether a change queued an email. */
  async function finish(): Promise<boolean> {
    await savePageChangeTimes(tx, [...transaction.changedPages])
    return transaction.hasQueuedEmail
  }

  const clearUniqueKeys = (ids: readonly string[]) => clearUniqueKeysBeforeUpdate(tx, ids)
  const edits = { add, addOrUndelete, insertSeed, update, updateFromBody, restore, keepSample }
  return { tx, ...edits, remove, undelete, setHidden, reorder, clearUniqueKeys, finish }
}

async function assertNotFull(tx: Tx, contentKind: ContentKind, uniqueField: string): Promise<void> {
  const otherRecords = await listOtherRecordsOfKind(tx, contentKind)
  const fullMessage = explainAllChoicesUsed(
    contentKind,
    otherRecords.map((one) => one.values),
  )
  if (fullMessage) throw new UserError(409, fullMessage, uniqueField)
}

/** Adds the slug of the record's own page if the kind has such pages. */
async function assignRecordSlug(
  tx: Tx,
  contentKind: ContentKind,
  values: RecordValues,
  { slugs = [] }: RecordSaveOptions,
  current?: Pick<StoredRecord, 'id' | 'values'>,
): Promise<RecordValues> {
  if (!findDetailPageOfKind(contentKind.kind)) return values
  if (slugs.length > 0) return prependSlugs(values, slugs, current?.values ?? {})
  return assignSlug(contentKind, values, current?.values ?? {}, await listOtherRecordsOfKind(tx, contentKind, current?.id))
}

/** Throws a 404. */
async function loadRecord(tx: Tx, contentKind: ContentKind, id: string): Promise<StoredRecord> {
  const record = await findRecord(tx, contentKind, id, { withHidden: true })
  if (record) return record
  if (!(await isRecordInTrash(tx, contentKind.kind, id))) throw createRecordNotFoundError()
  throw new UserError(404, 'This was deleted. Restore it from the trash first.')
}

/**
 * Throws a 409 for a kind with `notifyOnChange`. Reordering or hiding its records would change the effective one without an
 * email.
 */
function assertReorderable({ title, notifyOnChange }: ContentKind): void {
  if (notifyOnChange) throw new UserError(409, `${title}: these records can’t be hidden or reordered.`)
}
