import { randomUUIDv7 } from 'node:crypto'
import type { SiteDraft } from '../../../contract/content/site-draft.ts'
import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import { isRefusal, Refusal } from '../../../contract/grammar/refusal.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Mail } from '../../mail/mail.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Once } from '../../platform/db/once.ts'
import type { Reader } from '../../platform/db/tables.ts'
import type { Handled, Seen } from '../../platform/http/http.ts'
import type { Api, Module } from '../../platform/module.ts'
import { createQueue } from '../../platform/queue/queue.ts'
import { type Content, checkFree, endOwnDraftIn, type Save } from '../records/records.ts'
import { checkSeen, draftedIn, laidOverIn, put, putOrDrop, recordIn } from './drafting.ts'
import { draftHandlers } from './handlers.ts'
import { type DraftedRecord, readable } from './lay-over.ts'
import { failedMail, known, liveOf, publishChanges } from './publish.ts'
import {
  changesOf,
  countChanges,
  draftedRecords,
  dropChanges,
  endSchedule,
  makeDue,
  type Publication,
  publicationJobs,
  readPublication,
  setSchedule,
  takeDraft,
} from './store.ts'
import { createClockWatch, TIMING } from './timing.ts'

export type Drafts = Api<typeof createDrafts>

type Parts = {
  database: Database
  content: Pick<Content, 'change'>
  mail: Pick<Mail, 'post' | 'wake'>
  /** Whom to tell of a publication that did not come about. */
  adminEmails: (db: Reader) => Promise<string[]>
  /** The site's address, for links. */
  origin: string
  problem: (error: unknown, sentence: string) => void
  timing?: typeof TIMING
}

type Values = Record<string, string>

/**
 * The draft of the whole site: what admins have saved for later, published together or not at all (docs/decisions/0041).
 * Visitors, kept pages and the content version hear nothing of it before that.
 */
export function createDrafts({ database, content, mail, adminEmails, origin, problem, timing = TIMING }: Parts) {
  const { read, write } = database
  const isClockSteady = createClockWatch(timing.settle)

  const queue = createQueue<Publication>({
    database,
    table: publicationJobs,
    timing,
    name: 'publication of the draft',
    problem,
    concurrent: 1,
    work: publishScheduled,
    done: makeDue,
    failed: (_job, error) => {
      problem(error, 'the draft could not be published; it is tried again')
      return undefined
    },
    isRepeatable: true,
    // The clock is watched whether or not there is something to do.
    isNeeded: async () => isClockSteady() && (await dueNow()) !== undefined,
  })

  const drafts = {
    /** The records of a kind as they will be once the draft is published. */
    async list(contentKind: ContentKind, { withHidden }: { withHidden?: boolean } = {}): Promise<DraftedRecord[]> {
      const records = await laidOverIn(read, contentKind)
      return withHidden ? records : records.filter(({ isHidden }) => !isHidden)
    },

    find: async (contentKind: ContentKind, id: string): Promise<DraftedRecord | undefined> =>
      (await laidOverIn(read, contentKind)).find((record) => record.id === id),

    /** Throws a 409 where the record could not be added once the draft is published. */
    add: (contentKind: ContentKind, values: Values, save: Save, once?: Once): Promise<DraftedRecord> =>
      write(async (tx) => {
        await takeDraft(tx)
        checkFree(contentKind, values, await laidOverIn(tx, contentKind))
        const recordId = randomUUIDv7()
        await put(tx, {
          kind: contentKind.kind,
          recordId,
          action: 'add',
          values,
          isHidden: null,
          base: {},
          baseVersion: 0,
          author: save.author,
        })
        await endOwnDraftIn(tx, contentKind, save)
        return { id: recordId, version: 0, sampleFields: null, isHidden: false, values, draft: 1 }
      }, once),

    /** Lays `values` over what the record will be. Throws a 409 with it where that is no longer what was `seen`. */
    update: (contentKind: ContentKind, id: string, values: Values, { seen = {}, ...save }: Save & { seen?: Seen }) =>
      write(async (tx) => {
        await takeDraft(tx)
        const of = await recordIn(tx, contentKind, id)
        checkSeen(contentKind, of, seen)
        const { live, change } = of
        const wanted = { ...(of.drafted ?? live)?.values, ...values }
        const beside = (await laidOverIn(tx, contentKind)).filter((record) => record.id !== id)
        if (contentKind.unique) checkFree(contentKind, wanted, beside)
        await putOrDrop(tx, contentKind, of, { values: wanted, isHidden: change?.isHidden ?? null, author: save.author })
        await endOwnDraftIn(tx, contentKind, save, id)
        return draftedIn(tx, contentKind, id)
      }),

    setHidden: (contentKind: ContentKind, id: string, isHidden: boolean, { author }: Save) =>
      write(async (tx) => {
        await takeDraft(tx)
        const of = await recordIn(tx, contentKind, id)
        const { live, change } = of
        // Whoever hides a record has not looked at what was drafted of it before.
        const from = change?.action === 'change' ? change : undefined
        const values = (from ?? of.drafted ?? live)?.values ?? {}
        const hidden = isHidden === (live?.isHidden ?? false) ? null : isHidden
        await putOrDrop(tx, contentKind, of, { values, isHidden: hidden, author, from })
        return draftedIn(tx, contentKind, id)
      }),

    /** The record will be deleted; one that the draft adds never was. */
    remove: (contentKind: ContentKind, id: string, { author }: Save) =>
      write(async (tx) => {
        await takeDraft(tx)
        const { live, change, drafted } = await recordIn(tx, contentKind, id)
        if (!live) {
          await dropChanges(tx, change ? [change.id] : [])
          return drafted as DraftedRecord
        }
        const { values: base, version: baseVersion } = live
        const last = {
          kind: contentKind.kind,
          recordId: id,
          action: 'delete',
          values: base,
          isHidden: null,
          base,
          baseVersion,
          author,
        } as const
        await put(tx, last, change)
        return live
      }),

    async read(): Promise<SiteDraft> {
      const [changes, publication] = await Promise.all([changesOf(read), readPublication(read)])
      const live = await liveOf(read, changes)
      return {
        changes: known(changes).map(({ contentKind, change }) => readable(contentKind, change, live.get(change.recordId))),
        scheduledAt: publication.scheduled_at,
        scheduledBy: publication.scheduled_by,
        failure: publication.failure,
      }
    },

    drafted: async (): Promise<{ kind: string; record: string }[]> =>
      known(await draftedRecords(read)).map(({ change: { kind, recordId } }) => ({ kind, record: recordId })),

    /** Publishes all changes; answers how many. Throws a 409 with a sentence for each that is in the way, and publishes none. */
    publish: (actor: string): Promise<number> => publish(actor),

    /** Forgets these changes, or all of them; answers how many there were. */
    discard: (ids: readonly string[] | undefined, actor: string): Promise<number> =>
      write(async (tx) => {
        await takeDraft(tx)
        const dropped = await dropChanges(tx, ids ?? (await changesOf(tx)).map(({ id }) => id))
        if ((await countChanges(tx)) === 0) await endSchedule(tx)
        const discarded = { actor, action: 'draft.discarded', subject: 'draft', detail: { changes: String(dropped) } } as const
        if (dropped > 0) await recordAudit(tx, discarded)
        return dropped
      }),

    /** Publishes at `at` (epoch ms), or no longer at any time. Throws a 409 where there is nothing to publish. */
    schedule: (at: number | null, actor: string): Promise<void> =>
      write(async (tx) => {
        const { scheduled_at } = await takeDraft(tx)
        if (at === null) {
          if (scheduled_at !== null) await recordAudit(tx, { actor, action: 'draft.taken-back', subject: 'draft' })
          return endSchedule(tx)
        }
        if ((await countChanges(tx)) === 0) throw new Refusal(409, 'There is nothing in the draft to publish.')
        await setSchedule(tx, { at, by: actor })
        await recordAudit(tx, { actor, action: 'draft.scheduled', subject: 'draft', detail: { at: new Date(at).toISOString() } })
      }),
  }
  return {
    ...drafts,
    name: 'content/drafts',
    handlers: (): Handled[] => draftHandlers(drafts),
    dataTables: ['draft_change'],
    stateTables: ['draft_publication'],
    queues: [queue],
    start: queue.start,
    close: queue.close,
  } satisfies Module

  async function publish(actor: string, due?: number): Promise<number> {
    if ((await countChanges(read)) === 0 && due === undefined) return 0
    return content.change(async (editing) => {
      const { tx } = editing
      const { scheduled_at } = await takeDraft(tx)
      // Whoever was first has done it, or somebody has thought better of it.
      if (due !== undefined && scheduled_at !== due) return 0
      const changes = await changesOf(tx)
      if (changes.length > 0) await publishChanges(editing, changes)
      await dropChanges(
        tx,
        changes.map(({ id }) => id),
      )
      await endSchedule(tx)
      const published = {
        actor,
        action: 'draft.published',
        subject: 'draft',
        detail: { changes: String(changes.length) },
      } as const
      if (changes.length > 0) await recordAudit(tx, published)
      return changes.length
    })
  }

  async function publishScheduled(): Promise<void> {
    const due = await dueNow()
    if (!due) return
    try {
      await publish(due.by, due.at)
    } catch (error) {
      if (!isRefusal(error) || error.status >= 500) throw error
      await giveUp(due.at, error)
      mail.wake()
    }
  }

  /** The draft stays; the admins hear why it is not public. */
  async function giveUp(at: number, { message, fields = {} }: Refusal): Promise<void> {
    const sentences = Object.values(fields)
    await write(async (tx) => {
      if ((await takeDraft(tx)).scheduled_at !== at) return
      await endSchedule(tx, [message, ...sentences].join(' '))
      for (const to of await adminEmails(tx)) await mail.post(tx, { to, ...failedMail(at, [message, ...sentences], origin) })
    })
  }

  /** What is scheduled, where its time has come. */
  async function dueNow(): Promise<{ at: number; by: string } | undefined> {
    const { scheduled_at: at, scheduled_by: by } = await readPublication(read)
    return at !== null && at <= Date.now() ? { at, by: by ?? '' } : undefined
  }
}
