import type { AuditAction } from '#contract/audit-actions.ts'
import {
  discardStagedChangesEndpoint,
  getPendingReleaseEndpoint,
  MAX_RELEASE_SCHEDULE_DAYS,
  type PublishedChange,
  publishReleaseEndpoint,
  type Release,
  restoreDiscardedChangesEndpoint,
  scheduleReleaseEndpoint,
  undoPublishEndpoint,
} from '#contract/content/release.ts'
import { listStagedRecordIdsEndpoint } from '#contract/content/staged-record-ids-endpoint.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { isUserError, UserError } from '#contract/core/user-error.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { IdempotencyKey } from '#platform/db/idempotency.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { createClockStabilityCheck } from '#platform/db/wrong-clock-protection.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { LogProblem } from '#platform/log/module-log-types.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { createJobQueue, type QueueTiming } from '#platform/queue/queue.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { MailService } from '../../mail/mail.ts'
import type { ContentModule, StoredRecord } from '../records/records.ts'
import {
  buildReleaseFailureEmail,
  loadLiveRecordsOfChangedKinds,
  pairChangesWithKinds,
  publishStagedChanges,
} from './publish-changes.ts'
import { serializeStagedChange } from './serialize-staged-change.ts'
import { assertReleaseHasRoom, createStagingWriter, findRecordAfterRelease, listRecordsAfterRelease } from './staged-changes.ts'
import {
  clearReleaseSchedule,
  clearScheduleWithoutChanges,
  countStagedChanges,
  deleteStagedChanges,
  getReleaseSchedule,
  listRecordIdsOfDiscardedChanges,
  listStagedChanges,
  listStagedRecordIds,
  lockRelease,
  makeReleaseJobReadyAgain,
  moveToDiscardedChanges,
  type ReleaseSchedule,
  releaseQueueTable,
  restoreDiscardedChanges,
  setReleaseSchedule,
} from './store.ts'
import { undoPublishedChanges } from './undo-publish.ts'

type StagingWriter = ReturnType<typeof createStagingWriter>

export type ReleasesModule = ModuleFunctions<typeof createReleasesModule>

type ReleaseOptions = {
  database: Database
  content: Pick<ContentModule, 'change'>
  mail: Pick<MailService, 'enqueue' | 'wake'>
  /** The admins who get an email if a release fails. */
  adminEmails: (db: DatabaseReader) => Promise<string[]>
  problem: LogProblem
}

const SECOND = 1_000

/** In ms. A scheduled release waits until the clock has run evenly for `settle`, because publishing can't be undone. */
export const RELEASE_QUEUE_TIMING = {
  poll: 5 * SECOND,
  lease: 60 * SECOND,
  deadline: 20 * SECOND,
  firstPause: 10 * SECOND,
  longestPause: 300 * SECOND,
  closeWithin: 3 * SECOND,
  settle: 60 * SECOND,
} satisfies QueueTiming & { settle: number }

/**
 * Creates the module for the release, which publishes all staged changes or none (decision 41). Until then, visitors see no
 * difference and the content version stays.
 */
export function createReleasesModule({
  timing = RELEASE_QUEUE_TIMING,
  ...parts
}: ReleaseOptions & { timing?: typeof RELEASE_QUEUE_TIMING }) {
  const { content } = parts
  const { read, write } = parts.database
  const queue = createReleaseQueue(parts, timing)
  const releases = {
    list: async (contentKind: ContentKind, { withHidden }: { withHidden?: boolean } = {}) =>
      (await listRecordsAfterRelease(read, contentKind)).filter(({ isHidden }) => withHidden || !isHidden),
    find: (contentKind: ContentKind, id: string) => findRecordAfterRelease(read, contentKind, id),
    change: (work: (staging: StagingWriter) => Promise<StoredRecord>, idempotencyKey?: IdempotencyKey) =>
      write(async (tx) => {
        await lockRelease(tx)
        return work(createStagingWriter(tx))
      }, idempotencyKey),
  }

  const handlers = [
    defineHandler(getPendingReleaseEndpoint, () => loadRelease(read)),

    defineHandler(listStagedRecordIdsEndpoint, async () =>
      pairChangesWithKinds(await listStagedRecordIds(read)).map(({ change: { kind, recordId } }) => ({ kind, record: recordId })),
    ),

    defineHandler(publishReleaseEndpoint, async (_, { person }) => {
      const published = await publish(parts, person.email)
      const changes = published.length
      return { message: changes === 0 ? 'There’s nothing to publish.' : 'Your drafts are live.', changes, published }
    }),

    defineHandler(undoPublishEndpoint, async ({ body: { published } }, { person: { email: actor } }) => {
      await content.change(async (editing) => {
        const { tx } = editing
        await lockRelease(tx)
        await undoPublishedChanges(editing, published, actor)
        await logChangeCount(tx, 'draft.publish-undone', actor, published.length)
      })
      return { message: 'Not live anymore. The changes are drafts again.', changes: published.length }
    }),

    // Discards these staged changes, or all without `ids`.
    defineHandler(discardStagedChangesEndpoint, async ({ body: { ids } }, { person: { email: actor } }) => {
      const discarded = await write(async (tx) => {
        await lockRelease(tx)
        const discarded = await moveToDiscardedChanges(tx, ids ?? (await listStagedChanges(tx)).map(({ id }) => id))
        await clearScheduleWithoutChanges(tx)
        await logChangeCount(tx, 'draft.discarded', actor, discarded.length)
        return discarded
      })
      const changes = discarded.length
      return { message: changes === 1 ? 'One change was discarded.' : `${changes} changes were discarded.`, changes, discarded }
    }),

    // Throws a 409 if that would replace newer drafts, or if there is no room for them.
    defineHandler(restoreDiscardedChangesEndpoint, async ({ body: { ids } }, { person: { email: actor } }) => {
      const changes = await write(async (tx) => {
        await lockRelease(tx)
        const [recordIds, staged] = [await listRecordIdsOfDiscardedChanges(tx, ids), await listStagedRecordIds(tx)]
        if (staged.some(({ recordId }) => recordIds.includes(recordId)))
          throw new UserError(409, 'There’s a newer draft of the same text, so nothing was restored. Discard that draft first.')
        assertReleaseHasRoom(staged.length + recordIds.length)
        const count = await restoreDiscardedChanges(tx, ids)
        await logChangeCount(tx, 'draft.discard-undone', actor, count)
        return count
      })
      return { message: changes === 1 ? 'One draft is back.' : `${changes} drafts are back.`, changes }
    }),

    // `at` is epoch ms. Null cancels the schedule. Throws a 409 if no change is staged.
    defineHandler(scheduleReleaseEndpoint, async ({ body: { at } }, { person: { email: actor } }) => {
      if (at !== null) assertScheduleTime(at)
      await write(async (tx) => {
        const { scheduled_at } = await lockRelease(tx)
        if (at === null) {
          if (scheduled_at !== null) await recordAuditEntry(tx, { actor, action: 'draft.taken-back', subject: 'draft' })
          return clearReleaseSchedule(tx)
        }
        if ((await countStagedChanges(tx)) === 0) throw new UserError(409, 'There are no drafts to publish.')
        await setReleaseSchedule(tx, { at, by: actor })
        const detail = { at: new Date(at).toISOString() }
        await recordAuditEntry(tx, { actor, action: 'draft.scheduled', subject: 'draft', detail })
      })
      return { message: at === null ? 'Schedule canceled' : 'Scheduled', scheduledAt: at }
    }),
  ]

  return {
    ...releases,
    name: 'content/releases',
    handlers,
    dataTables: ['staged_change', 'discarded_change'],
    noPersonalData: 'What admins will publish.',
    retention,
    stateTables: ['release_job'],
    queues: [queue],
    start: queue.start,
    close: queue.close,
  } satisfies ServerModule
}

const retention: ServerModule['retention'] = {
  'discarded-drafts': {
    what: 'Discarded drafts',
    days: 30,
    since: 'an admin discarded them',
    why: 'Undo brings them back while the page is open.',
    rows: { table: 'discarded_change', key: ['id'], at: 'discarded_at' },
  },
}

function createReleaseQueue(parts: ReleaseOptions, timing: typeof RELEASE_QUEUE_TIMING) {
  const { database, problem } = parts
  const isClockStable = createClockStabilityCheck(timing.settle)
  return createJobQueue<ReleaseSchedule>({
    database,
    table: releaseQueueTable,
    timing,
    name: 'publication of the draft',
    problem,
    maxConcurrent: 1,
    isRepeatable: true,
    work: () => publishScheduled(parts),
    saveOutcome: makeReleaseJobReadyAgain,
    describeFailure: () => 'the server could not publish the release and tries again',
    // Checks the clock on each poll, even if no release is scheduled.
    shouldPoll: async () => isClockStable() && (await findDueRelease(database.read)) !== undefined,
    readDueSince: async () => (await findDueRelease(database.read))?.at,
  })
}

async function loadRelease(db: DatabaseReader): Promise<Release> {
  const [changes, releaseSchedule] = await Promise.all([listStagedChanges(db), getReleaseSchedule(db)])
  const liveRecords = await loadLiveRecordsOfChangedKinds(db, changes)
  return {
    changes: pairChangesWithKinds(changes).map(({ contentKind, change }) =>
      serializeStagedChange(contentKind, change, liveRecords.get(change.recordId)),
    ),
    scheduledAt: releaseSchedule.scheduled_at,
    scheduledBy: releaseSchedule.scheduled_by,
    failure: releaseSchedule.failure,
  }
}

/**
 * Publishes all staged changes and returns what it did. `due` is the scheduled time that this call is for. Throws a 409 with
 * a sentence for each change that can't be published, and then publishes none.
 */
async function publish({ database, content }: ReleaseOptions, actor: string, due?: number): Promise<PublishedChange[]> {
  if ((await countStagedChanges(database.read)) === 0 && due === undefined) return []
  return content.change(async (editing) => {
    const { tx } = editing
    const { scheduled_at } = await lockRelease(tx)
    // Another process published it, or an admin canceled the schedule.
    if (due !== undefined && scheduled_at !== due) return []
    const changes = await listStagedChanges(tx)
    const published = changes.length > 0 ? await publishStagedChanges(editing, changes) : []
    await deleteStagedChanges(
      tx,
      changes.map(({ id }) => id),
    )
    await clearReleaseSchedule(tx)
    await logChangeCount(tx, 'draft.published', actor, changes.length)
    return published
  })
}

async function logChangeCount(tx: Tx, action: AuditAction, actor: string, count: number): Promise<void> {
  if (count > 0) await recordAuditEntry(tx, { actor, action, subject: 'draft', detail: { changes: String(count) } })
}

async function publishScheduled(parts: ReleaseOptions): Promise<void> {
  const due = await findDueRelease(parts.database.read)
  if (!due) return
  try {
    await publish(parts, due.by, due.at)
  } catch (error) {
    if (!isUserError(error) || error.status >= 500) throw error
    await cancelSchedule(parts, due.at, error)
    parts.mail.wake()
  }
}

/** Cancels a schedule that failed. The staged changes stay, and the admins get an email with the reason. */
async function cancelSchedule({ database, mail, adminEmails }: ReleaseOptions, at: number, { message, fields = {} }: UserError) {
  const sentences = [message, ...Object.values(fields)]
  await database.write(async (tx) => {
    if ((await lockRelease(tx)).scheduled_at !== at) return
    await clearReleaseSchedule(tx, sentences.join(' '))
    for (const to of await adminEmails(tx)) await mail.enqueue(tx, buildReleaseFailureEmail(to, { at, sentences }))
  })
}

async function findDueRelease(db: DatabaseReader): Promise<{ at: number; by: string } | undefined> {
  const { scheduled_at: at, scheduled_by: by } = await getReleaseSchedule(db)
  return at !== null && at <= Date.now() ? { at, by: by ?? '' } : undefined
}

function assertScheduleTime(at: number): void {
  const now = Date.now()
  const latest = now + MAX_RELEASE_SCHEDULE_DAYS * 24 * 60 * 60_000
  if (at > now && at <= latest) return
  const sentence = at <= now ? 'Pick a future time.' : 'Pick a time within a year.'
  throw new UserError(400, 'One field needs your attention.', { at: sentence })
}
