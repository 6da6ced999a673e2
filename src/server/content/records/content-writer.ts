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
import { findRecordVersion } from './history/store.ts'
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
import { createSaveConflict, hasValues, isChangedSinceOpened } from './save-conflicts.ts'
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

/** Collects the changes of one transaction. `finish` must end the transaction. */
export function createContentWriter(tx: Tx, options: PayeeChangeMailDependencies & { validators: RecordValidators }) {
  const parts: ContentTransaction = { ...options, tx, changedPages: new Set(), hasQueuedEmail: false }
  return {
    tx,
    add: (contentKind: ContentKind, values: RecordValues, save: RecordSaveOptions, id?: string) =>
      addRecord(parts, contentKind, values, save, id),
    addOrUndelete: (contentKind: ContentKind, id: string, values: RecordValues, save: RecordSaveOptions) =>
      addOrUndelete(parts, contentKind, id, values, save),
    insertSeed: (contentKind: ContentKind, values: RecordValues, save: RecordSaveOptions) =>
      insertSeed(parts, contentKind, values, save),
    update: (contentKind: ContentKind, id: string, values: RecordValues, save: VersionedSaveOptions) =>
      saveRecord(parts, contentKind, id, values, save),
    updateFromBody: (contentKind: ContentKind, id: string, body: RecordValues, save: VersionedSaveOptions) =>
      updateFromBody(parts, contentKind, id, body, save),
    restore: (contentKind: ContentKind, id: string, version: number, save: VersionedSaveOptions) =>
      restoreVersion(parts, contentKind, id, version, save),
    keepSample: (contentKind: ContentKind, id: string, save: RecordSaveOptions) => keepSample(parts, contentKind, id, save),
    remove: (contentKind: ContentKind, id: string, save: RecordSaveOptions) => removeRecord(parts, contentKind, id, save),
    undelete: (contentKind: ContentKind, id: string, save: RecordSaveOptions) => undelete(parts, contentKind, id, save),
    setHidden: (contentKind: ContentKind, id: string, isHidden: boolean, save: RecordSaveOptions) =>
      setHidden(parts, contentKind, id, isHidden, save),
    reorder: (contentKind: ContentKind, ids: readonly string[], save: RecordSaveOptions) =>
      reorder(parts, contentKind, ids, save),
    clearUniqueKeys: (ids: readonly string[]) => clearUniqueKeysBeforeUpdate(tx, ids),

    /** Stores which pages changed. Returns whether a change queued an email. */
    async finish(): Promise<boolean> {
      await savePageChangeTimes(tx, [...parts.changedPages])
      return parts.hasQueuedEmail
    },
  }
}

/** `id` is set for a staged or imported record. Throws a 409 if the list is full. */
async function addRecord(
  parts: ContentTransaction,
  contentKind: ContentKind,
  values: RecordValues,
  save: RecordSaveOptions,
  id?: string,
): Promise<StoredRecord> {
  const { tx } = parts
  if (contentKind.unique) await assertNotFull(tx, contentKind, contentKind.unique)
  const after = await insertRecord(tx, contentKind, await assignRecordSlug(tx, contentKind, values, save), save, id)
  await deleteAutosaveAfterSave(tx, contentKind, save)
  return (await completeRecordChange(parts, contentKind, save, { after })).after
}

async function assertNotFull(tx: Tx, contentKind: ContentKind, uniqueField: string): Promise<void> {
  const otherRecords = await listOtherRecordsOfKind(tx, contentKind)
  const fullMessage = explainAllChoicesUsed(
    contentKind,
    otherRecords.map((one) => one.values),
  )
  if (fullMessage) throw new UserError(409, fullMessage, uniqueField)
}

/** Adds a record under the id that it has on another site. If it is in the trash here, undeletes it and keeps its history. */
async function addOrUndelete(
  parts: ContentTransaction,
  contentKind: ContentKind,
  id: string,
  values: RecordValues,
  save: RecordSaveOptions,
): Promise<StoredRecord> {
  if (await isRecordInTrash(parts.tx, contentKind.kind, id)) return undelete(parts, contentKind, id, save, values)
  await deleteTrashedRecordsByIds(parts.tx, [id])
  return addRecord(parts, contentKind, values, save, id)
}

/** Adds demo content. It sends no email and logs nothing. */
async function insertSeed(
  parts: ContentTransaction,
  contentKind: ContentKind,
  values: RecordValues,
  save: RecordSaveOptions,
): Promise<void> {
  const valuesWithSlug = await assignRecordSlug(parts.tx, contentKind, values, save)
  addChangedPages(parts, contentKind, await insertRecord(parts.tx, contentKind, valuesWithSlug, save))
}

/** Saves what a client sent. A repeat of a save whose reply was lost changes nothing. */
async function updateFromBody(
  parts: ContentTransaction,
  contentKind: ContentKind,
  id: string,
  body: RecordValues,
  save: VersionedSaveOptions,
): Promise<StoredRecord> {
  const record = await loadRecord(parts.tx, contentKind, id)
  const values = mergeMarkdownIntoValues(contentKind, body, record.values)
  const { version = record.version, opened } = save.expectedVersion ?? {}
  const isRepeat = opened && version !== record.version && hasValues(contentKind, record, values)
  return isRepeat ? record : saveRecord(parts, contentKind, id, values, save)
}

/** Throws a 409 with the current record if another save came first. */
async function saveRecord(
  parts: ContentTransaction,
  contentKind: ContentKind,
  id: string,
  values: RecordValues,
  { expectedVersion = {}, ...save }: Parameters<typeof updateRecord>[4] & VersionedSaveOptions,
): Promise<StoredRecord> {
  const { tx } = parts
  const record = await loadRecord(tx, contentKind, id)
  if (await isChangedSinceOpened(tx, contentKind, record, expectedVersion)) {
    const latest = await findRecordVersion(tx, contentKind.kind, id, record.version)
    throw createSaveConflict(contentKind, record, latest?.author)
  }
  const valuesWithSlug = await assignRecordSlug(tx, contentKind, values, save, record)
  const recordChange = await updateRecord(tx, contentKind, id, valuesWithSlug, save)
  await deleteAutosaveAfterSave(tx, contentKind, save, id)
  return (await completeRecordChange(parts, contentKind, save, recordChange)).after
}

/** Saves an old version as a new one. */
async function restoreVersion(
  parts: ContentTransaction,
  contentKind: ContentKind,
  id: string,
  version: number,
  save: VersionedSaveOptions,
): Promise<StoredRecord> {
  const { tx } = parts
  const current = await loadRecord(tx, contentKind, id)
  const { values, sampleFields } = await loadValuesToRestore(tx, contentKind, id, version, current.values)
  return saveRecord(parts, contentKind, id, values, { ...save, sampleFields, event: 'restored' })
}

/**
 * Removes the sample marks of a record, as a new version with the same values. Names of the demo content and bare addresses
 * of social networks stay marked. Returns undefined if nothing changes. Throws a 409 for a kind with `ownerOnlyFields`.
 */
async function keepSample(
  parts: ContentTransaction,
  contentKind: ContentKind,
  id: string,
  save: RecordSaveOptions,
): Promise<StoredRecord | undefined> {
  const { tx } = parts
  if (contentKind.ownerOnlyFields)
    throw new UserError(409, `${contentKind.title}: this sample can’t stay. Replace it with your own, hide it or delete it.`)
  const record = await loadRecord(tx, contentKind, id)
  const keptMarks = addRecognizedSampleFields(contentKind, record.values, null)
  if (JSON.stringify(keptMarks) === JSON.stringify(record.sampleFields)) return undefined
  return saveRecord(parts, contentKind, id, record.values, { ...save, sampleFields: null })
}

/** Throws a 409 if it is the last record of a kind that must keep one. */
async function removeRecord(
  parts: ContentTransaction,
  contentKind: ContentKind,
  id: string,
  save: RecordSaveOptions,
): Promise<StoredRecord> {
  const { before } = await moveRecordToTrash(parts.tx, contentKind, id, save)
  if (contentKind.lastRecordMessage && (await listOtherRecordsOfKind(parts.tx, contentKind, id)).length === 0)
    throw new UserError(409, contentKind.lastRecordMessage)
  return (await completeRecordChange(parts, contentKind, save, { before })).before
}

/** Assigns another slug if another record uses the old one by now. */
async function undelete(
  parts: ContentTransaction,
  contentKind: ContentKind,
  id: string,
  save: RecordSaveOptions,
  values?: RecordValues,
): Promise<StoredRecord> {
  const { tx } = parts
  const row = findDetailPageOfKind(contentKind.kind) && (await listTrashedRows(tx, contentKind.kind)).find((one) => one.id === id)
  const trashed = row && parseRecordRow(row)
  const newValues = trashed ? await assignRecordSlug(tx, contentKind, values ?? trashed.values, save, trashed) : values
  return (
    await completeRecordChange(parts, contentKind, save, await restoreRecordFromTrash(tx, contentKind, id, save, newValues))
  ).after
}

async function setHidden(
  parts: ContentTransaction,
  contentKind: ContentKind,
  id: string,
  isHidden: boolean,
  save: RecordSaveOptions,
): Promise<StoredRecord> {
  assertReorderable(contentKind)
  return (await completeRecordChange(parts, contentKind, save, await setRecordHidden(parts.tx, contentKind, id, isHidden, save)))
    .after
}

/** Throws a 409 unless `ids` are all records of the kind, each exactly once. */
async function reorder(
  parts: ContentTransaction,
  contentKind: ContentKind,
  ids: readonly string[],
  { author }: RecordSaveOptions,
): Promise<void> {
  assertReorderable(contentKind)
  const moved = await reorderKindRecords(parts.tx, contentKind, ids)
  if (!moved) throw new UserError(409, 'Someone else changed this list, so it wasn’t reordered. Reload the page and try again.')
  for (const record of moved) addChangedPages(parts, contentKind, record)
  if (moved.length > 0) await logRecordReordering(parts.tx, contentKind, author)
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
