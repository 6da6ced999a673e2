import { TRASH_DAYS } from '../../../contract/content/content-records.ts'
import { OWN_DRAFT_DAYS } from '../../../contract/content/own-drafts.ts'
import { purgeTrash } from '../../content/records/records.ts'
import { removeSpam } from '../../inbox/messages/messages.ts'
import { removeUnconfirmed } from '../../inbox/subscribers/subscribers.ts'
import type { OldRows } from '../../platform/db/old-rows.ts'
import type { Tx } from '../../platform/db/write.ts'
import { givenUp, removeOldest } from './store.ts'

/** Removes some of what is older; answers how many there were. */
type Remove = (tx: Tx, old: OldRows) => Promise<number>

export type RetentionRule = {
  /** The module that it belongs to. */
  module: string
  what: string
  days: number
  /** From when the days count. */
  since: string
  why: string
  remove: Remove
}

const AUDIT_DAYS = 730

/** Everything that is removed on a schedule, by the name of its job. `docs/retention.md` says the same, and a test compares. */
export const retentionRules: Readonly<Record<string, RetentionRule>> = {
  sessions: {
    module: 'sessions',
    what: 'Sessions of people who stayed away, with their IP address and browser',
    days: 1,
    since: 'the session ended by itself',
    why: 'Nobody can use them; logging out removes a session at once.',
    remove: rowsOf({ table: 'session', key: ['id'], at: 'expiresAt', isDate: true }),
  },
  verifications: {
    module: 'accounts',
    what: 'Links and codes that were mailed or typed while logging in',
    days: 1,
    since: 'they stopped working',
    why: 'They prove nothing any more.',
    remove: rowsOf({ table: 'verification', key: ['id'], at: 'expiresAt', isDate: true }),
  },
  'reset-links': {
    module: 'passwords',
    what: 'Links to a new password',
    days: 1,
    since: 'they stopped working',
    why: 'They prove nothing any more. Asking for one removes old ones too.',
    remove: rowsOf({ table: 'reset_link', key: ['hash'], at: 'ends_at' }),
  },
  'spent-codes': {
    module: 'second-factor',
    what: 'Codes of second factors that were used',
    days: 1,
    since: 'they were used',
    why: 'A code could be used again for a minute and a half. Each log-in with one removes old ones too.',
    remove: rowsOf({ table: 'spent_code', key: ['user_id', 'code'], at: 'spent_at' }),
  },
  limits: {
    module: 'limits',
    what: 'How often an address or an account tried',
    days: 1,
    since: 'its window was over',
    why: 'It holds nobody up any more. Each attempt removes old ones too; this is for a site that became quiet.',
    remove: rowsOf({ table: 'attempt_limit', key: ['key'], at: 'window_ends_at' }),
  },
  'request-outcomes': {
    module: 'db',
    what: 'What became of a request with an Idempotency-Key',
    days: 1,
    since: 'its day was over',
    why: 'Whoever did not hear the answer tries again within minutes. Each such request removes old ones too.',
    remove: rowsOf({ table: 'request_outcome', key: ['id'], at: 'kept_until' }),
  },
  'unlisted-proxies': {
    module: 'unlisted-proxies',
    what: 'Private addresses that sent X-Forwarded-For without being in TRUST_PROXY',
    days: 7,
    since: 'they last did',
    why: 'A proxy that is still there sends it every day.',
    remove: rowsOf({ table: 'unlisted_proxy', key: ['address'], at: 'seen_at' }),
  },
  subscribers: {
    module: 'subscribers',
    what: 'Addresses that somebody typed and nobody confirmed',
    days: 30,
    since: 'somebody last typed it',
    why: 'The link works for a week; whoever has not used it by then does not want news.',
    remove: removeUnconfirmed,
  },
  'sent-mail': {
    module: 'mail',
    what: 'That a mail was sent, to whom and about what; its text goes as soon as it is sent',
    days: 90,
    since: 'it was sent',
    why: 'A quarter is enough to answer "I never got it".',
    remove: rowsOf({ table: 'mail_outbox', key: ['id'], at: 'sent_at' }),
  },
  'failed-mail': {
    module: 'mail',
    what: 'Mail that was given up',
    days: 180,
    since: 'it was written',
    why: 'The owner sees it and can try it again; after half a year nobody waits for it.',
    remove: rowsOf({ table: 'mail_outbox', key: ['id'], at: 'created_at', and: givenUp }),
  },
  spam: {
    module: 'messages',
    what: 'Messages that lie in spam',
    days: 60,
    since: 'they came',
    why: 'Time enough to find a customer among them.',
    remove: removeSpam,
  },
  'own-drafts': {
    module: 'content',
    what: 'What an admin typed and did not save',
    days: OWN_DRAFT_DAYS,
    since: 'it was typed',
    why: 'By then it would be laid over a page that has moved on.',
    remove: rowsOf({ table: 'own_draft', key: ['user_id', 'kind', 'record_id'], at: 'saved_at' }),
  },
  trash: {
    module: 'content',
    what: 'Deleted content, with its earlier versions',
    days: TRASH_DAYS,
    since: 'it was deleted',
    why: 'It can be put back for that long.',
    remove: purgeTrash,
  },
  audit: {
    module: 'audit',
    what: 'Who did what',
    days: AUDIT_DAYS,
    since: 'it was done',
    why: 'Trouble is often found a year later, and looked into with the year before; after two it is only personal data.',
    remove: rowsOf({ table: 'audit_log', key: ['id'], at: 'at' }),
  },
}

function rowsOf(where: Parameters<typeof removeOldest>[1]): Remove {
  return async (tx, old) => (await removeOldest(tx, where, old)).length
}
