import {
  discardStagedChangesEndpoint,
  getPendingReleaseEndpoint,
  MAX_RELEASE_SCHEDULE_DAYS,
  publishReleaseEndpoint,
  restoreDiscardedChangesEndpoint,
  scheduleReleaseEndpoint,
  undoPublishEndpoint,
} from '#contract/content/release.ts'
import { listStagedRecordIdsEndpoint } from '#contract/content/staged-record-ids-endpoint.ts'
import { UserError } from '#contract/core/user-error.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { ReleasesModule } from './releases.ts'

/** The calls of the release as a whole. Single changes are staged by the calls of each kind. */
export function createReleaseHandlers(releases: ReleasesModule): EndpointHandler[] {
  return [
    defineHandler(getPendingReleaseEndpoint, () => releases.read()),
    defineHandler(listStagedRecordIdsEndpoint, () => releases.listStagedRecordIds()),
    defineHandler(publishReleaseEndpoint, async (_, { person }) => {
      const published = await releases.publish(person.email)
      const changes = published.length
      return { message: changes === 0 ? 'There’s nothing to publish.' : 'Your drafts are live.', changes, published }
    }),
    defineHandler(undoPublishEndpoint, async ({ body: { published } }, { person }) => {
      await releases.undoPublish(published, person.email)
      return { message: 'Not live anymore. The changes are drafts again.', changes: published.length }
    }),
    defineHandler(discardStagedChangesEndpoint, async ({ body }, { person }) => {
      const discarded = await releases.discard(body.ids, person.email)
      const changes = discarded.length
      return { message: changes === 1 ? 'One change was discarded.' : `${changes} changes were discarded.`, changes, discarded }
    }),
    defineHandler(restoreDiscardedChangesEndpoint, async ({ body: { ids } }, { person }) => {
      const changes = await releases.undoDiscard(ids, person.email)
      return { message: changes === 1 ? 'One draft is back.' : `${changes} drafts are back.`, changes }
    }),
    defineHandler(scheduleReleaseEndpoint, async ({ body: { at } }, { person }) => {
      if (at !== null) assertScheduleTime(at)
      await releases.schedule(at, person.email)
      return {
        message: at === null ? 'Schedule canceled' : 'Scheduled',
        scheduledAt: at,
      }
    }),
  ]
}

function assertScheduleTime(at: number): void {
  const now = Date.now()
  const latest = now + MAX_RELEASE_SCHEDULE_DAYS * 24 * 60 * 60_000
  if (at > now && at <= latest) return
  const sentence = at <= now ? 'Pick a future time.' : 'Pick a time within a year.'
  throw new UserError(400, 'One field needs your attention.', { at: sentence })
}
