import {
  discardDraft,
  listDrafted,
  publishDraft,
  readDraft,
  SCHEDULED_WITHIN_DAYS,
  scheduleDraft,
} from '../../../contract/content/site-draft.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import { type Handled, handled } from '../../platform/http/http.ts'
import type { Releases } from './releases.ts'

/** The calls of the release as a whole. The calls of each content kind stage changes of single records. */
export function releaseHandlers(releases: Releases): Handled[] {
  return [
    handled(readDraft, () => releases.read()),
    handled(listDrafted, () => releases.stagedRecords()),
    handled(publishDraft, async (_, { person }) => {
      const changes = await releases.publish(person.email)
      return { message: changes === 0 ? 'There is nothing to publish.' : 'The draft is published.', changes }
    }),
    handled(discardDraft, async ({ body }, { person }) => {
      const changes = await releases.discard(body.ids, person.email)
      return { message: changes === 1 ? 'One change was discarded.' : `${changes} changes were discarded.`, changes }
    }),
    handled(scheduleDraft, async ({ body: { at } }, { person }) => {
      if (at !== null) checkInstant(at)
      await releases.schedule(at, person.email)
      return {
        message: at === null ? 'The draft is published when you say so.' : 'The draft will be published then.',
        scheduledAt: at,
      }
    }),
  ]
}

function checkInstant(at: number): void {
  const now = Date.now()
  const last = now + SCHEDULED_WITHIN_DAYS * 24 * 60 * 60_000
  if (at > now && at <= last) return
  const sentence = at <= now ? 'This time is over: choose one to come.' : 'Choose a time within a year.'
  throw new Refusal(400, 'One field needs your attention.', { at: sentence })
}
