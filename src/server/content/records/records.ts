import { AUTOSAVE_RETENTION_DAYS, NEW_RECORD_ID } from '../../../contract/content/autosaves.ts'
import type { ContentCount } from '../../../contract/content/content-counts.ts'
import { TRASH_RETENTION_DAYS } from '../../../contract/content/content-records.ts'
import { redirect } from '../../../contract/content/kinds/redirect.ts'
import { contentKinds } from '../../../contract/content-kinds.ts'
import type { ContentKind } from '../../../contract/core/content-kind.ts'
import { detailPages, getPublicPage, type PublishedPage, publicPages } from '../../../contract/core/public-pages.ts'
import type { Config } from '../../config/config.ts'
import type { MailService } from '../../mail/mail.ts'
import { areTablesEmpty } from '../../platform/db/are-tables-empty.ts'
import { isWriteTimeout, type Tx } from '../../platform/db/database-writer.ts'
import type { IdempotencyKey } from '../../platform/db/idempotency.ts'
import type { Database } from '../../platform/db/open-database.ts'
import type { TableName } from '../../platform/db/tables.ts'
import type { EndpointHandler, ExpectedVersion } from '../../platform/http/register-api.ts'
import type { ModuleApi, ServerModule } from '../../platform/module.ts'
import {
  type Autosave,
  type AutosaveInput,
  type AutosaveKey,
  type AutosaveSummary,
  findAutosave,
  listUserAutosaves,
  removeAutosave,
  upsertAutosave,
} from './autosave/store.ts'
import { type ContentEditor, createContentEditor } from './content-editor.ts'
import { createContentHandlers, type StagedRecords } from './handlers.ts'
import { loadRecordHistory } from './history/record-history.ts'
import { loadPageChanges } from './page-changes/store.ts'
import { listRecordPages, listSlugRedirects } from './record-slugs.ts'
import { searchContentRecords } from './search-content.ts'
import { demoContent } from './seed/demo-content.ts'
import {
  bumpContentVersion,
  countRecordsByKind,
  createDuplicateError,
  findRecord,
  getUniqueKey,
  listAllRecords,
  listKindRecords,
  type RecordFilter,
  type SaveOptions,
  type StoredRecord,
  toStoredRecord,
  type Values,
} from './store.ts'
import { listTrashedRows, purgeExpiredTrash, TRASH_RETENTION_MS } from './trash/store.ts'
import { createRedirectValidator, type RecordValidator } from './validate-redirect.ts'

export type { ContentEditor } from './content-editor.ts'
export { findMentions } from './mentions/store.ts'
export { listPagesShowingRecord } from './page-changes/pages-showing-record.ts'
export type { PageChange } from './page-changes/store.ts'
export { areValidSlugs, assignSlug, getSlugs, listRecordPages } from './record-slugs.ts'
export { markBareProfileUrls, type SampleFields, updateSampleFields } from './sample-fields.ts'
export { fillMissingFields, serializeRecord } from './serialize-record.ts'
export {
  bumpContentVersion,
  findRecord,
  findRecordByUniqueValue,
  listKindRecords,
  type SaveOptions,
  type StoredRecord,
} from './store.ts'

export type ContentService = ModuleApi<typeof createContentService>

type ContentOptions = {
  database: Database
  mail: Pick<MailService, 'enqueue' | 'wake'>
  /** The origin of the site's URL, for links. */
  origin: string
  pagePaths: readonly string[]
  /** Returns the release, which is created after the content. Calls stage changes in it. */
  releases: () => StagedRecords
}

/** Creates the content module: records with their history, and the content version, which every write bumps. */
export function createContentService({
  database: { read, write, contentVersion },
  mail,
  origin,
  pagePaths,
  releases,
}: ContentOptions) {
  const validators: ReadonlyMap<string, RecordValidator> = new Map([[redirect.kind, createRedirectValidator(origin, pagePaths)]])

  /** Runs changes of records as one write. From the COMMIT on, cached pages are stale. */
  async function change<T>(work: (editing: ContentEditor) => Promise<T>): Promise<T>
  async function change<T extends StoredRecord>(
    work: (editing: ContentEditor) => Promise<T>,
    idempotencyKey: IdempotencyKey | undefined,
  ): Promise<T>
  async function change(work: (editing: ContentEditor) => Promise<StoredRecord>, idempotencyKey?: IdempotencyKey) {
    let hasMail = false
    const value = await write(async (tx) => {
      await bumpContentVersion(tx)
      const editing = createContentEditor(tx, { rules: validators, mail, origin })
      const done = await work(editing)
      hasMail = await editing.finish()
      return done
    }, idempotencyKey)
    contentVersion.onCommitted?.()
    if (hasMail) mail.wake()
    return value
  }

  const content = {
    change,

    /** Lists records in their order. A single kind lists its live record first. */
    list: (contentKind: ContentKind, filter?: RecordFilter): Promise<StoredRecord[]> =>
      listKindRecords(read, contentKind, filter),

    /** Reads all records at one moment, hidden ones too. A single kind has its live record only. */
    async loadAll(): Promise<(contentKind: ContentKind) => StoredRecord[]> {
      const records = await listAllRecords(read)
      return ({ kind, shape }) => {
        const ofKind = records.get(kind) ?? []
        return shape === 'single' ? ofKind.slice(-1) : ofKind
      }
    },

    find: (contentKind: ContentKind, id: string, filter?: RecordFilter): Promise<StoredRecord | undefined> =>
      findRecord(read, contentKind, id, filter),

    /** Counts the records of each kind, and the samples among them. */
    countRecords: (): Promise<ContentCount[]> => countRecordsByKind(read),
    search: (words: string) => searchContentRecords(read, words),

    /** Throws a 409 if the kind has one record only, or if another record has the same unique value. */
    add: (contentKind: ContentKind, values: Values, save: SaveOptions, idempotencyKey?: IdempotencyKey): Promise<StoredRecord> =>
      change((editing) => editing.add(contentKind, values, save), idempotencyKey),

    /**
     * Merges `values` into the stored ones. Throws a 404 for an unknown id, and a 409 with the record if it isn't the
     * expected version.
     */
    update: (
      contentKind: ContentKind,
      id: string,
      values: Values,
      save: SaveOptions & { expectedVersion?: ExpectedVersion },
    ): Promise<StoredRecord> => change((editing) => editing.update(contentKind, id, values, save)),

    /** Lists versions below `before`, newest first. Throws a 404 if the record never existed. */
    history: (contentKind: ContentKind, id: string, before?: number) => loadRecordHistory(read, contentKind, id, before),

    /** Lists the deleted records that an admin can still undelete, newest first. */
    trash: (contentKind: ContentKind): Promise<TrashedRecord[]> => listTrashedRecords(contentKind),

    autosaves: (userId: string): Promise<AutosaveSummary[]> => listUserAutosaves(read, userId),

    autosave: (key: AutosaveKey): Promise<Autosave | undefined> => findAutosave(read, key),

    /** Returns undefined if another device saved an autosave that the sender doesn't know. */
    saveAutosave: (key: AutosaveKey, input: AutosaveInput): Promise<Autosave | undefined> =>
      write((tx) => upsertAutosave(tx, key, input)),

    deleteAutosave: (key: AutosaveKey): Promise<boolean> => write((tx) => removeAutosave(tx, key)),

    /** Returns when each public page last changed. A page that never changed is left out. */
    listPageChanges: () => loadPageChanges(read),

    /** Lists every public page: first the fixed ones, then the pages of records in their order. */
    async listPublishedPages(): Promise<PublishedPage[]> {
      const detailPageLists = kindsWithDetailPages.map(async ({ contentKind }) =>
        listRecordPages(contentKind, await listKindRecords(read, contentKind)),
      )
      const fixed = publicPages.map(({ name, path }) => ({ name, path, title: name }))
      return [...fixed, ...(await Promise.all(detailPageLists)).flat()]
    },

    /** Lists where old paths lead: first the owner's redirects in their order, then the old slugs of records. */
    async readRedirects(): Promise<readonly Values[]> {
      const ownerRedirects = (await listKindRecords(read, redirect)).map(({ values }) => values)
      const detailPageLists = kindsWithDetailPages.map(async ({ contentKind, page }) => {
        const [records, trash] = await Promise.all([
          listKindRecords(read, contentKind, { withHidden: true }),
          listTrashedRows(read, contentKind.kind),
        ])
        return listSlugRedirects(contentKind, getPublicPage(page.parentPage).path, records, trash.map(toStoredRecord))
      })
      return [...ownerRedirects, ...(await Promise.all(detailPageLists)).flat()]
    },

    /** Adds the demo content if all of `tables` are empty. Adds all of it or nothing. Returns whether it did. */
    async seed(choice: Config['seed'], tables: readonly TableName[]): Promise<boolean> {
      if (choice === 'none') return false
      // Checks first without the lock that every save needs, then again with it.
      while (await areTablesEmpty(read, tables)) {
        try {
          return await change(async (editing) => (await areTablesEmpty(editing.tx, tables)) && insertDemoContent(editing))
        } catch (error) {
          // Another process may be adding the demo content for longer than a write waits.
          if (!isWriteTimeout(error)) throw error
        }
      }
      return false
    },
  }
  return {
    ...content,
    name: 'content/records',
    handlers: (): EndpointHandler[] => createContentHandlers({ content, releases: releases() }),
    // History counts too. An owner who deleted all content wants no demo content.
    dataTables: ['content_record', 'content_revision', 'content_trash', 'autosave'],
    stateTables: ['content_version', 'page_change'],
    retention,
  } satisfies ServerModule

  async function insertDemoContent({ insertSeed: seed }: ContentEditor): Promise<true> {
    for (const { contentKind, records, samples } of demoContent) {
      const save = { author: 'Demo content', sampleFields: samples === 'untilSaved' ? [] : samples }
      for (const record of records) await seed(contentKind, record, save)
    }
    return true
  }

  async function listTrashedRecords(contentKind: ContentKind): Promise<TrashedRecord[]> {
    const rows = await listTrashedRows(read, contentKind.kind)
    return rows.map((row) => ({
      deletedAt: row.deleted_at,
      deletedBy: row.deleted_by,
      endsAt: row.deleted_at + TRASH_RETENTION_MS,
      record: toStoredRecord(row),
    }))
  }
}

const retention: ServerModule['retention'] = {
  'own-drafts': {
    what: 'Autosaves: text that an admin typed and did not save',
    days: AUTOSAVE_RETENTION_DAYS,
    since: 'the admin typed it',
    why: 'The page has changed too much by then.',
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

const kindsWithDetailPages = detailPages.map((page) => {
  const contentKind = contentKinds.find(({ kind }) => kind === page.kind)
  if (!contentKind) throw new Error(`There are pages for each ${page.kind}, which is no kind of content`)
  return { page, contentKind }
})

/** Times are epoch ms. */
export type TrashedRecord = { deletedAt: number; deletedBy: string; endsAt: number; record: StoredRecord }

/** Throws a 409 if another record has the same unique value. */
export function assertUniqueKeyUnused(contentKind: ContentKind, values: Values, others: readonly StoredRecord[]): void {
  const uniqueKey = getUniqueKey(contentKind, values)
  if (uniqueKey !== null && others.some((one) => getUniqueKey(contentKind, one.values) === uniqueKey))
    throw createDuplicateError(contentKind)
}

/** Deletes the author's autosave in the transaction of the save. */
export async function deleteSavedAutosave(
  tx: Tx,
  { kind }: ContentKind,
  { userId }: SaveOptions,
  id: string = NEW_RECORD_ID,
): Promise<void> {
  if (userId) await removeAutosave(tx, { userId, kind, id })
}
