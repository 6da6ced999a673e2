import { TRASH_DAYS } from '../../../contract/content/content-records.ts'
import type { Tally } from '../../../contract/content/content-tallies.ts'
import { redirect } from '../../../contract/content/kinds/redirect.ts'
import { NEW_RECORD, OWN_DRAFT_DAYS } from '../../../contract/content/own-drafts.ts'
import { contentKinds } from '../../../contract/content-kinds.ts'
import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import { itemPages, type ListedPage, publicPage, publicPages } from '../../../contract/grammar/public-pages.ts'
import type { Config } from '../../config/config.ts'
import type { Mail } from '../../mail/mail.ts'
import type { Database } from '../../platform/db/db.ts'
import { areTablesEmpty } from '../../platform/db/empty-tables.ts'
import type { Once } from '../../platform/db/once.ts'
import type { TableName } from '../../platform/db/tables.ts'
import { didNotGetItsTurn, type Tx } from '../../platform/db/write.ts'
import type { Handled, Seen } from '../../platform/http/http.ts'
import type { Api, Module } from '../../platform/module.ts'
import {
  type Autosave,
  type AutosaveInput,
  type AutosavePlace,
  type AutosaveSummary,
  autosavesOf,
  endAutosave,
  findAutosave,
  putAutosave,
} from './autosave/store.ts'
import { createEditing, type Editing } from './editing.ts'
import { contentHandlers, type StagedRecords } from './handlers.ts'
import { historyOf } from './history/history.ts'
import { oldAddresses, pagesOf } from './item-addresses.ts'
import { readPageChanges } from './page-changes/store.ts'
import { type RecordRule, redirectRule } from './redirect-rule.ts'
import { findPlaces } from './search.ts'
import { demoContent } from './seed/demo.ts'
import {
  allRecords,
  findRecord,
  fromRow,
  raiseVersion,
  recordsOf,
  type Save,
  type StoredRecord,
  soleOf,
  takenBy,
  talliesOf,
  type Values,
  type Which,
} from './store.ts'
import { KEPT_FOR, purgeTrash, trashOf } from './trash/store.ts'

export type { Editing } from './editing.ts'
export { areSlugs, pagesOf, slugsOf, withAddress } from './item-addresses.ts'
export { mentionsOf } from './mentions/store.ts'
export { pagesShowing } from './page-changes/pages-showing.ts'
export type { PageChange } from './page-changes/store.ts'
export { type SampleFields, samplesAfterSave, samplesWithProfiles } from './samples.ts'
export { findRecord, raiseVersion, recordByUnique, recordsOf, type Save, type StoredRecord } from './store.ts'
export { complete, toWire } from './wire.ts'

export type Content = Api<typeof createContent>

type Parts = {
  database: Database
  mail: Pick<Mail, 'post' | 'wake'>
  /** The address of the site, for links. */
  origin: string
  /** Addresses at which there is a page. */
  pagePaths: readonly string[]
  /** The release, which is created after the content. The calls stage changes in it. */
  releases: () => StagedRecords
}

/** The content of the site: records with their history, and the content version, which every write raises. */
export function createContent({ database: { read, write, contentVersion }, mail, origin, pagePaths, releases }: Parts) {
  const rules: ReadonlyMap<string, RecordRule> = new Map([[redirect.kind, redirectRule(origin, pagePaths)]])

  /**
   * Runs changes of records as one write and tells everybody of it once; pages rendered before are stale from the COMMIT on.
   */
  async function change<T>(work: (editing: Editing) => Promise<T>): Promise<T>
  async function change<T extends StoredRecord>(work: (editing: Editing) => Promise<T>, once: Once | undefined): Promise<T>
  async function change(work: (editing: Editing) => Promise<StoredRecord>, once?: Once) {
    let hasMail = false
    const value = await write(async (tx) => {
      await raiseVersion(tx)
      const editing = createEditing(tx, { rules, mail, origin })
      const done = await work(editing)
      hasMail = await editing.finish()
      return done
    }, once)
    contentVersion.announced?.()
    if (hasMail) mail.wake()
    return value
  }

  const content = {
    change,

    /** All records of a kind in their order; of a single content kind the newest first, which is the live one. */
    list: (contentKind: ContentKind, which?: Which): Promise<StoredRecord[]> => recordsOf(read, contentKind, which),

    /** The records of every kind as they are at one moment, hidden ones too; of a single content kind the one that counts. */
    async all(): Promise<(contentKind: ContentKind) => StoredRecord[]> {
      const records = await allRecords(read)
      return ({ kind, shape }) => {
        const ofKind = records.get(kind) ?? []
        return shape === 'single' ? ofKind.slice(-1) : ofKind
      }
    },

    find: (contentKind: ContentKind, id: string, which?: Which): Promise<StoredRecord | undefined> =>
      findRecord(read, contentKind, id, which),

    /** How many records each kind has, and how many of them are samples. */
    tallies: (): Promise<Tally[]> => talliesOf(read),
    search: (words: string) => findPlaces(read, words),

    /** Throws a 409 where the list is full, or the record may be there only once and is. */
    add: (contentKind: ContentKind, values: Values, save: Save, once?: Once): Promise<StoredRecord> =>
      change((editing) => editing.add(contentKind, values, save), once),

    /**
     * Lays `values` over the stored ones. Throws a 404 for an id that this kind does not have, and a 409 with the record
     * where it is no longer the version that was `seen`.
     */
    update: (contentKind: ContentKind, id: string, values: Values, save: Save & { seen?: Seen }): Promise<StoredRecord> =>
      change((editing) => editing.update(contentKind, id, values, save)),

    /** The versions of a record, newest first, from below `before` on. Throws a 404 where there never was one. */
    history: (contentKind: ContentKind, id: string, before?: number) => historyOf(read, contentKind, id, before),

    /** Deleted records that can still be put back, newest first. */
    trash: (contentKind: ContentKind): Promise<TrashedRecord[]> => trashedOf(contentKind),

    autosaves: (userId: string): Promise<AutosaveSummary[]> => autosavesOf(read, userId),

    autosave: (place: AutosavePlace): Promise<Autosave | undefined> => findAutosave(read, place),

    /** Undefined where another draft is there than its sender has seen. */
    keepAutosave: (place: AutosavePlace, typed: AutosaveInput): Promise<Autosave | undefined> =>
      write((tx) => putAutosave(tx, place, typed)),

    endAutosave: (place: AutosavePlace): Promise<boolean> => write((tx) => endAutosave(tx, place)),

    /** When each public page last changed; a page that never did is left out. */
    readPageChanges: () => readPageChanges(read),

    /** Every public page that there is: those that always are, then those of records, each kind in its order. */
    async readListedPages(): Promise<ListedPage[]> {
      const ofRecords = kindsWithPages.map(async ({ contentKind }) => pagesOf(contentKind, await recordsOf(read, contentKind)))
      const fixed = publicPages.map(({ name, path }) => ({ name, path, title: name }))
      return [...fixed, ...(await Promise.all(ofRecords)).flat()]
    },

    /** Where old addresses lead: those that the owner names, in that order, then those that pages of records had. */
    async readRedirects(): Promise<readonly Values[]> {
      const own = (await recordsOf(read, redirect)).map(({ values }) => values)
      const ofRecords = kindsWithPages.map(async ({ contentKind, page }) => {
        const [records, trash] = await Promise.all([
          recordsOf(read, contentKind, { withHidden: true }),
          trashOf(read, contentKind.kind),
        ])
        return oldAddresses(contentKind, publicPage(page.under).path, records, trash.map(fromRow))
      })
      return [...own, ...(await Promise.all(ofRecords)).flat()]
    },

    /** Puts the demo content, all or none of it, into a database of which none of `tables` holds anything; answers whether it did. */
    async seed(choice: Config['seed'], tables: readonly TableName[]): Promise<boolean> {
      if (choice === 'none') return false
      // Asked first without the lock that every save needs, and once more with it.
      while (await areTablesEmpty(read, tables)) {
        try {
          return await change(async (editing) => (await areTablesEmpty(editing.tx, tables)) && fill(editing))
        } catch (error) {
          // Another process began at the same time and may be at it for longer than a save waits.
          if (!didNotGetItsTurn(error)) throw error
        }
      }
      return false
    },
  }
  return {
    ...content,
    name: 'content/records',
    handlers: (): Handled[] => contentHandlers({ content, releases: releases() }),
    // History counts: an owner who removed all content wants none.
    dataTables: ['content_record', 'content_revision', 'content_trash', 'own_draft'],
    stateTables: ['content_version', 'page_change'],
    retention,
  } satisfies Module

  async function fill({ seed }: Editing): Promise<true> {
    for (const { contentKind, records, samples } of demoContent) {
      const save = { author: 'Demo content', sampleFields: samples === 'untilSaved' ? [] : samples }
      for (const record of records) await seed(contentKind, record, save)
    }
    return true
  }

  async function trashedOf(contentKind: ContentKind): Promise<TrashedRecord[]> {
    const rows = await trashOf(read, contentKind.kind)
    return rows.map((row) => ({
      deletedAt: row.deleted_at,
      deletedBy: row.deleted_by,
      endsAt: row.deleted_at + KEPT_FOR,
      record: fromRow(row),
    }))
  }
}

const retention: Module['retention'] = {
  'own-drafts': {
    what: 'What an admin typed and did not save',
    days: OWN_DRAFT_DAYS,
    since: 'it was typed',
    why: 'By then it would be laid over a page that has moved on.',
    rows: { table: 'own_draft', key: ['user_id', 'kind', 'record_id'], at: 'saved_at' },
  },
  trash: {
    what: 'Deleted content, with its earlier versions',
    days: TRASH_DAYS,
    since: 'it was deleted',
    why: 'It can be put back for that long.',
    removeRows: purgeTrash,
  },
}

const kindsWithPages = itemPages.map((page) => {
  const contentKind = contentKinds.find(({ kind }) => kind === page.kind)
  if (!contentKind) throw new Error(`There are pages for each ${page.kind}, which is no kind of content`)
  return { page, contentKind }
})

/** A deleted record; times in epoch ms. */
export type TrashedRecord = { deletedAt: number; deletedBy: string; endsAt: number; record: StoredRecord }

/** Throws a 409 where a record with these values cannot stand beside `others`. */
export function checkFree(contentKind: ContentKind, values: Values, others: readonly StoredRecord[]): void {
  const sole = soleOf(contentKind, values)
  if (sole !== null && others.some((one) => soleOf(contentKind, one.values) === sole)) throw takenBy(contentKind)
}

/** What somebody has typed into a form and not saved is over with the save, in the same transaction. */
export async function endAutosaveIn(tx: Tx, { kind }: ContentKind, { userId }: Save, id: string = NEW_RECORD): Promise<void> {
  if (userId) await endAutosave(tx, { userId, kind, id })
}
