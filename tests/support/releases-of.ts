import { createReleases, TIMING } from '../../src/server/content/releases/releases.ts'
import type { Mail } from '../../src/server/mail/mail.ts'
import type { Database } from '../../src/server/platform/db/db.ts'
import { contentOf } from './content.ts'

/** As in production, in less time. */
export const FAST = { ...TIMING, poll: 20, lease: 500, firstPause: 50, longestPause: 100, closeWithin: 100, settle: 0 }

type Options = { mail?: Pick<Mail, 'post' | 'wake'>; timing?: typeof TIMING; change?: () => Promise<never> }

/** The release of a database that a test opened by itself; with `change`, one that publishes by that. */
export function releasesOf(database: Database, { mail, timing = FAST, change }: Options = {}) {
  const content = contentOf(database)
  return createReleases({
    database,
    content: change ? { change } : content,
    mail: mail ?? { post: async () => {}, wake: () => {} },
    adminEmails: async () => ['owner@example.com', 'second@example.com'],
    origin: 'http://127.0.0.1',
    problem: () => {},
    timing,
  })
}
