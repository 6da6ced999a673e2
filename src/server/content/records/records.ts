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
  /** The address of the site, for links. */
  origin: string
  /** Addresses at which there is a page. */
  pagePaths: readonly string[]
  /** The release, which is created after the content. The calls stage changes in it. */
  releases: () => StagedRecords
}

/** The content of the site: records with their history, and the content version, which every write raises. */
export function createContentService({
  database: { read, write, contentVersion },
  mail,
  origin,
  pagePaths,
  releases,
}: ContentOptions) {
  const validators: ReadonlyMap<string, RecordValidator> = new Map([[redirect.kind, createRedirectValidator(origin, pagePaths)]])

  /**
   * Runs changes of records as one write and tells everybody of it once; pages rendered before are stale from the COMMIT on.
   */
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

    /** All records of a kind in their order; of a single content kind the newest first, which is the live one. */
    list: (contentKind: ContentKind, filter?: RecordFilter): Promise<StoredRecord[]> =>
      listKindRecords(read, contentKind, filter),

    /** The records of every kind as they are at one moment, hidden ones too; of a single content kind the one that counts. */
    async loadAll(): Promise<(contentKind: ContentKind) => StoredRecord[]> {
      const records = await listAllRecords(read)
      return ({ kind, shape }) => {
        const ofKind = records.get(kind) ?? []
        return shape === 'single' ? ofKind.slice(-1) : ofKind
      }
    },

    find: (contentKind: ContentKind, id: string, filter?: RecordFilter): Promise<StoredRecord | undefined> =>
      findRecord(read, contentKind, id, filter),

    /** How many records each kind has, and how many of them are samples. */
    countRecords: (): Promise<ContentCount[]> => countRecordsByKind(read),
    search: (words: string) => searchContentRecords(read, words),

    /** Throws a 409 where the list is full, or the record may be there only once and is. */
    add: (contentKind: ContentKind, values: Values, save: SaveOptions, idempotencyKey?: IdempotencyKey): Promise<StoredRecord> =>
      change((editing) => editing.add(contentKind, values, save), idempotencyKey),

    /**
     * Lays `values` over the stored ones. Throws a 404 for an id that this kind does not have, and a 409 with the record
     * where it is no longer the version that was `expectedVersion`.
     */
    update: (
      contentKind: ContentKind,
      id: string,
      values: Values,
      save: SaveOptions & { expectedVersion?: ExpectedVersion },
    ): Promise<StoredRecord> => change((editing) => editing.update(contentKind, id, values, save)),

    /** The versions of a record, newest first, from below `before` on. Throws a 404 where there never was one. */
    history: (contentKind: ContentKind, id: string, before?: number) => loadRecordHistory(read, contentKind, id, before),

    /** Deleted records that can still be put back, newest first. */
    trash: (contentKind: ContentKind): Promise<TrashedRecord[]> => listTrashedRecords(contentKind),

    autosaves: (userId: string): Promise<AutosaveSummary[]> => listUserAutosaves(read, userId),

    autosave: (key: AutosaveKey): Promise<Autosave | undefined> => findAutosave(read, key),

    /** Undefined where another draft is there than its sender has expectedVersion. */
    saveAutosave: (key: AutosaveKey, input: AutosaveInput): Promise<Autosave | undefined> =>
      write((tx) => upsertAutosave(tx, key, input)),

    deleteAutosave: (key: AutosaveKey): Promise<boolean> => write((tx) => removeAutosave(tx, key)),

    /** When each public page last changed; a page that never did is left out. */
    listPageChanges: () => loadPageChanges(read),

    /** Every public page that there is: those that always are, then those of records, each kind in its order. */
    async listPublishedPages(): Promise<PublishedPage[]> {
      const detailPageLists = kindsWithDetailPages.map(async ({ contentKind }) =>
        listRecordPages(contentKind, await listKindRecords(read, contentKind)),
      )
      const fixed = publicPages.map(({ name, path }) => ({ name, path, title: name }))
      return [...fixed, ...(await Promise.all(detailPageLists)).flat()]
    },

    /** Where old addresses lead: those that the owner names, in that order, then those that pages of records had. */
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

    /** Puts the demo content, all or none of it, into a database of which none of `tables` holds anything; answers whether it did. */
    async seed(choice: Config['seed'], tables: readonly TableName[]): Promise<boolean> {
      if (choice === 'none') return false
      // Asked first without the lock that every save needs, and once more with it.
      while (await areTablesEmpty(read, tables)) {
        try {
          return await change(async (editing) => (await areTablesEmpty(editing.tx, tables)) && insertDemoContent(editing))
        } catch (error) {
          // Another process began at the same time and may be at it for longer than a save waits.
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
    // History counts: an owner who removed all content wants none.
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
    what: 'What an admin typed and did not save',
    days: AUTOSAVE_RETENTION_DAYS,
    since: 'it was typed',
    why: 'By then it would be laid over a page that has moved on.',
    rows: { table: 'autosave', key: ['user_id', 'kind', 'record_id'], at: 'saved_at' },
  },
  trash: {
    what: 'Deleted content, with its earlier versions',
    days: TRASH_RETENTION_DAYS,
    since: 'it was deleted',
    why: 'It can be put back for that long.',
    removeRows: purgeExpiredTrash,
  },
}

const kindsWithDetailPages = detailPages.map((page) => {
  const contentKind = contentKinds.find(({ kind }) => kind === page.kind)
  if (!contentKind) throw new Error(`There are pages for each ${page.kind}, which is no kind of content`)
  return { page, contentKind }
})

/** A deleted record; times in epoch ms. */
export type TrashedRecord = { deletedAt: number; deletedBy: string; endsAt: number; record: StoredRecord }

/** Throws a 409 where a record with these values cannot stand beside `others`. */
export function assertUniqueKeyUnused(contentKind: ContentKind, values: Values, others: readonly StoredRecord[]): void {
  const uniqueKey = getUniqueKey(contentKind, values)
  if (uniqueKey !== null && others.some((one) => getUniqueKey(contentKind, one.values) === uniqueKey))
    throw createDuplicateError(contentKind)
}

/** What somebody has typed into a form and not saved is over with the save, in the same transaction. */
export async function deleteSavedAutosave(
  tx: Tx,
  { kind }: ContentKind,
  { userId }: SaveOptions,
  id: string = NEW_RECORD_ID,
): Promise<void> {
  if (userId) await removeAutosave(tx, { userId, kind, id })
}
