import { AUTOSAVE_RETENTION_DAYS } from '#contract/content/autosaves.ts'
import { TRASH_RETENTION_DAYS } from '#contract/content/content-record-endpoints.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { bumpContentVersion } from '#platform/db/bump-content-version.ts'
import type { ContentVersionReader } from '#platform/db/content-version-reader.ts'
import type { WriteFunction } from '#platform/db/database-writer.ts'
import type { IdempotencyKey } from '#platform/db/idempotency.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import type { MailService } from '../../mail/mail.ts'
import {
  type AutosavedValuesAndVersions,
  type AutosaveKey,
  findAutosave,
  listUserAutosaves,
  removeAutosave,
  upsertAutosave,
} from './autosave/store.ts'
import type { RecordValidators } from './complete-record-change.ts'
import { type ContentWriter, createContentWriter } from './content-writer.ts'
import { listVersionsOfRecord } from './history/record-history.ts'
import { listOldRecordPaths, listPublishedPages } from './list-published-pages.ts'
import { listPageChangeTimes } from './page-changes/store.ts'
import { parseRecordRow, type StoredRecord } from './record-row.ts'
import { searchContentRecords } from './search-content.ts'
import {
  countRecordsAndSamplesByKind,
  findRecord,
  listAllRecordsByKind,
  listKindRecords,
  type RecordVisibilityFilter,
} from './store.ts'
import { listTrashedRows, purgeExpiredTrash, TRASH_RETENTION_MS } from './trash/store.ts'

export { deleteAutosaveAfterSave } from './autosave/store.ts'
export type { RecordValidator } from './complete-record-change.ts'
export {
  addSampleFieldsOfSave,
  computeSampleFieldsAfterSave,
  type SampleFieldNames,
} from './compute-sample-fields-after-save.ts'
export type { ContentWriter } from './content-writer.ts'
export { findFieldsContainingText, hasFieldContainingText } from './fields-containing-text/store.ts'
export { buildMovedRecordPaths, buildPublishedPages } from './list-published-pages.ts'
export { mergeMarkdownIntoValues } from './merge-markdown-into-values.ts'
export { listPagesShowingRecordAnywhere } from './page-changes/pages-showing-record.ts'
export type { PageChangeTime } from './page-changes/store.ts'
export type { RecordSaveOptions, StoredRecord, VersionedSaveOptions } from './record-row.ts'
export { areValidSlugs, assignSlug, listSlugsOfRecord, slugify } from './record-slugs.ts'
export { createSaveConflict, isChangedSinceOpened, isRepeatedSave, pickChangedFields } from './save-conflicts.ts'
export { loadDemoRecords } from './seed/demo-records.ts'
export { findSampleNames } from './seed/sample-names.ts'
export { fillMissingFields, serializeRecord } from './serialize-record.ts'
export { findRecord, findRecordByUniqueValue, listKindRecords } from './store.ts'
export { assertUniqueKeyUnused } from './unique-key.ts'

export type ContentModule = ModuleFunctions<typeof createContentModule>

type EmailAndChecks = {
  mail: Pick<MailService, 'enqueue' | 'wake'>
  validators: RecordValidators
}

type ContentParts = EmailAndChecks & { read: DatabaseReader; write: WriteFunction; contentVersion: ContentVersionReader }

type ContentOptions = EmailAndChecks & { database: Database }

/** Creates the content module: records with their history, and the content version, which every write bumps. */
export function createContentModule({ database: { read, write, contentVersion }, ...options }: ContentOptions) {
  const parts: ContentParts = { ...options, read, write, contentVersion }
  const content = {
    change: createContentChange(parts),

    /** Lists records in their order. A single kind lists its live record first. */
    list: (contentKind: ContentKind, filter?: RecordVisibilityFilter) => listKindRecords(read, contentKind, filter),
    find: (contentKind: ContentKind, id: string, filter?: RecordVisibilityFilter) => findRecord(read, contentKind, id, filter),
    loadAll: () => loadAllRecords(read),
    countRecordsAndSamplesByKind: (filter?: RecordVisibilityFilter) => countRecordsAndSamplesByKind(read, filter),
    search: (searchText: string) => searchContentRecords(read, searchText),

    history: (contentKind: ContentKind, id: string, before?: number) => listVersionsOfRecord(read, contentKind, id, before),
    trash: (contentKind: ContentKind) => listTrashedRecords(read, contentKind),

    autosaves: (userId: string) => listUserAutosaves(read, userId),
    autosave: (key: AutosaveKey) => findAutosave(read, key),
    /** Returns undefined if another device saved an autosave that the sender doesn't know. */
    saveAutosave: (key: AutosaveKey, input: AutosavedValuesAndVersions) => write((tx) => upsertAutosave(tx, key, input)),
    deleteAutosave: (key: AutosaveKey) => write((tx) => removeAutosave(tx, key)),

    /** Returns when each public page last changed. A page that never changed is left out. */
    listPageChanges: () => listPageChangeTimes(read),
    listPublishedPages: () => listPublishedPages(read),
    listOldRecordPaths: () => listOldRecordPaths(read),
  }
  return {
    ...content,
    name: 'content/records',
    // History counts too. An owner who deleted all content wants no demo content.
    dataTables: ['content_record', 'content_revision', 'content_trash', 'autosave'],
    noPersonalData: 'What admins publish, and its history.',
    stateTables: ['page_change'],
    retention,
  } satisfies ServerModule
}

const retention: ServerModule['retention'] = {
  'own-drafts': {
    what: 'Autosaves: text that an admin typed and did not save',
    days: AUTOSAVE_RETENTION_DAYS,
    since: 'the admin typed it',
    why: 'By then, the page has changed too much.',
    rows: { table: 'autosave', key: ['user_id', 'kind', 'record_id'], at: 'saved_at' },
  },
  trash: {
    what: 'Deleted content and its earlier versions',
    days: TRASH_RETENTION_DAYS,
    since: 'the deletion',
    why: 'An admin can restore it until then.',
    removeRows: purgeExpiredTrash,
  },
}

/** Returns the function that runs changes of records as one write. From the COMMIT on, cached pages are stale. */
function createContentChange({ write, contentVersion, mail, validators }: ContentParts) {
  async function change<T>(work: (editing: ContentWriter) => Promise<T>): Promise<T>
  async function change<T extends StoredRecord>(
    work: (editing: ContentWriter) => Promise<T>,
    idempotencyKey: IdempotencyKey | undefined,
  ): Promise<T>
  async function change(work: (editing: ContentWriter) => Promise<StoredRecord>, idempotencyKey?: IdempotencyKey) {
    let hasMail = false
    const value = await write(async (tx) => {
      await bumpContentVersion(tx)
      const editing = createContentWriter(tx, { mail, validators })
      const done = await work(editing)
      hasMail = await editing.finish()
      return done
    }, idempotencyKey)
    contentVersion.onCommitted?.()
    if (hasMail) mail.wake()
    return value
  }
  return change
}

/** Reads all records at one moment, hidden ones too. A single kind has its live record only. */
async function loadAllRecords(db: DatabaseReader): Promise<(contentKind: ContentKind) => StoredRecord[]> {
  const records = await listAllRecordsByKind(db, { withHidden: true })
  return ({ kind, shape }) => {
    const kindRecords = records.get(kind) ?? []
    return shape === 'single' ? kindRecords.slice(-1) : kindRecords
  }
}

/** Times are epoch ms. */
type RecordInTrash = { deletedAt: number; deletedBy: string; endsAt: number; record: StoredRecord }

/** Lists the deleted records that an admin can still undelete, newest first. */
async function listTrashedRecords(db: DatabaseReader, contentKind: ContentKind): Promise<RecordInTrash[]> {
  const rows = await listTrashedRows(db, contentKind.kind)
  return rows.map((row) => ({
    deletedAt: row.deleted_at,
    deletedBy: row.deleted_by,
    endsAt: row.deleted_at + TRASH_RETENTION_MS,
    record: parseRecordRow(row),
  }))
}
