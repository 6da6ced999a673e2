import type { SiteDraft } from '../../../contract/content/site-draft.ts'
import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import { isRefusal, Refusal } from '../../../contract/grammar/refusal.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Mail } from '../../mail/mail.ts'
import { createClockWatch } from '../../platform/db/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Once } from '../../platform/db/once.ts'
import type { Reader } from '../../platform/db/tables.ts'
import type { Handled, Seen } from '../../platform/http/http.ts'
import type { Api, Module } from '../../platform/module.ts'
import { createQueue, type QueueTiming } from '../../platform/queue/queue.ts'
import type { Content, Save } from '../records/records.ts'
import { serializeChange } from './apply-changes.ts'
import { releaseHandlers } from './handlers.ts'
import { failureEmail, knownChanges, liveRecordsOf, publishChanges } from './publish.ts'
import { findStaged, listStaged, stageAdd, stageRemoval, stageUpdate, stageVisibility } from './staged-changes.ts'
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

export type Releases = Api<typeof createReleases>

type Parts = {
  database: Database
  content: Pick<Content, 'change'>
  mail: Pick<Mail, 'post' | 'wake'>
  /** The admins to notify of a release that failed. */
  adminEmails: (db: Reader) => Promise<string[]>
  /** The site's URL, for links. */
  origin: string
  problem: (error: unknown, sentence: string) => void
}

const SECOND = 1_000

/** In ms. A clock must have run evenly for `settle` before a scheduled release goes out: that can't be taken back. */
export const TIMING = {
  poll: 5 * SECOND,
  lease: 60 * SECOND,
  deadline: 20 * SECOND,
  firstPause: 10 * SECOND,
  longestPause: 300 * SECOND,
  closeWithin: 3 * SECOND,
  settle: 60 * SECOND,
} satisfies QueueTiming & { settle: number }

/**
 * The release: changes that admins staged, published together or not at all (docs/decisions/0041). Until then visitors,
 * cached pages and the content version don't change.
 */
export function createReleases({ timing = TIMING, ...parts }: Parts & { timing?: typeof TIMING }) {
  const { read, write } = parts.database
  const queue = createPublicationQueue(parts, timing)
  const releases = {
    list: async (contentKind: ContentKind, { withHidden }: { withHidden?: boolean } = {}) =>
      (await listStaged(read, contentKind)).filter(({ isHidden }) => withHidden || !isHidden),
    find: (contentKind: ContentKind, id: string) => findStaged(read, contentKind, id),
    add: (contentKind: ContentKind, values: Record<string, string>, save: Save, once?: Once) =>
      write((tx) => stageAdd(tx, contentKind, values, save), once),
    update: (contentKind: ContentKind, id: string, values: Record<string, string>, save: Save & { seen?: Seen }) =>
      write((tx) => stageUpdate(tx, contentKind, id, values, save)),
    setHidden: (contentKind: ContentKind, id: string, isHidden: boolean, save: Save) =>
      write((tx) => stageVisibility(tx, contentKind, id, isHidden, save)),
    remove: (contentKind: ContentKind, id: string, save: Save) => write((tx) => stageRemoval(tx, contentKind, id, save)),
    read: () => readRelease(read),
    stagedRecords: async (): Promise<{ kind: string; record: string }[]> =>
      knownChanges(await draftedRecords(read)).map(({ change: { kind, recordId } }) => ({ kind, record: recordId })),
    publish: (actor: string) => publish(parts, actor),
    discard: (ids: readonly string[] | undefined, actor: string) => discard(parts, ids, actor),
    schedule: (at: number | null, actor: string) => schedule(parts, at, actor),
  }
  return {
    ...releases,
    name: 'content/releases',
    handlers: (): Handled[] => releaseHandlers(releases),
    dataTables: ['draft_change'],
    stateTables: ['draft_publication'],
    queues: [queue],
    start: queue.start,
    close: queue.close,
  } satisfies Module
}

function createPublicationQueue(parts: Parts, timing: typeof TIMING) {
  const { database, problem } = parts
  const isClockSteady = createClockWatch(timing.settle)
  return createQueue<Publication>({
    database,
    table: publicationJobs,
    timing,
    name: 'publication of the draft',
    problem,
    concurrent: 1,
    work: () => publishScheduled(parts),
    done: makeDue,
    failed: (_job, error) => {
      problem(error, 'the draft could not be published; it is tried again')
      return undefined
    },
    isRepeatable: true,
    // The clock is watched whether or not a release is scheduled.
    isNeeded: async () => isClockSteady() && (await dueRelease(database.read)) !== undefined,
  })
}

async function readRelease(db: Reader): Promise<SiteDraft> {
  const [changes, publication] = await Promise.all([changesOf(db), readPublication(db)])
  const live = await liveRecordsOf(db, changes)
  return {
    changes: knownChanges(changes).map(({ contentKind, change }) =>
      serializeChange(contentKind, change, live.get(change.recordId)),
    ),
    scheduledAt: publication.scheduled_at,
    scheduledBy: publication.scheduled_by,
    failure: publication.failure,
  }
}

/**
 * Publishes all staged changes and returns how many. `due` is the scheduled time that this is for. Throws a 409 with a
 * sentence for each change that can't be published, and then publishes none.
 */
async function publish({ database, content }: Parts, actor: string, due?: number): Promise<number> {
  if ((await countChanges(database.read)) === 0 && due === undefined) return 0
  return content.change(async (editing) => {
    const { tx } = editing
    const { scheduled_at } = await takeDraft(tx)
    // Another process published it, or an admin took the schedule back.
    if (due !== undefined && scheduled_at !== due) return 0
    const changes = await changesOf(tx)
    if (changes.length > 0) await publishChanges(editing, changes)
    const ids = changes.map(({ id }) => id)
    await dropChanges(tx, ids)
    await endSchedule(tx)
    const detail = { changes: String(ids.length) }
    if (ids.length > 0) await recordAudit(tx, { actor, action: 'draft.published', subject: 'draft', detail })
    return ids.length
  })
}

async function publishScheduled(parts: Parts): Promise<void> {
  const due = await dueRelease(parts.database.read)
  if (!due) return
  try {
    await publish(parts, due.by, due.at)
  } catch (error) {
    if (!isRefusal(error) || error.status >= 500) throw error
    await cancelSchedule(parts, due.at, error)
    parts.mail.wake()
  }
}

/** Ends a schedule that can't be met. The staged changes stay, and the admins are notified of the reason. */
async function cancelSchedule({ database, mail, adminEmails, origin }: Parts, at: number, { message, fields = {} }: Refusal) {
  const sentences = [message, ...Object.values(fields)]
  await database.write(async (tx) => {
    if ((await takeDraft(tx)).scheduled_at !== at) return
    await endSchedule(tx, sentences.join(' '))
    for (const to of await adminEmails(tx)) await mail.post(tx, { to, ...failureEmail(at, sentences, origin) })
  })
}

async function dueRelease(db: Reader): Promise<{ at: number; by: string } | undefined> {
  const { scheduled_at: at, scheduled_by: by } = await readPublication(db)
  return at !== null && at <= Date.now() ? { at, by: by ?? '' } : undefined
}

/** Deletes these staged changes, or all of them, and returns how many. */
async function discard({ database }: Parts, ids: readonly string[] | undefined, actor: string): Promise<number> {
  return database.write(async (tx) => {
    await takeDraft(tx)
    const dropped = await dropChanges(tx, ids ?? (await changesOf(tx)).map(({ id }) => id))
    if ((await countChanges(tx)) === 0) await endSchedule(tx)
    const detail = { changes: String(dropped) }
    if (dropped > 0) await recordAudit(tx, { actor, action: 'draft.discarded', subject: 'draft', detail })
    return dropped
  })
}

/** Schedules the release for `at` (epoch ms); null takes the schedule back. Throws a 409 if no change is staged. */
async function schedule({ database }: Parts, at: number | null, actor: string): Promise<void> {
  await database.write(async (tx) => {
    const { scheduled_at } = await takeDraft(tx)
    if (at === null) {
      if (scheduled_at !== null) await recordAudit(tx, { actor, action: 'draft.taken-back', subject: 'draft' })
      return endSchedule(tx)
    }
    if ((await countChanges(tx)) === 0) throw new Refusal(409, 'There is nothing in the draft to publish.')
    await setSchedule(tx, { at, by: actor })
    await recordAudit(tx, { actor, action: 'draft.scheduled', subject: 'draft', detail: { at: new Date(at).toISOString() } })
  })
}
