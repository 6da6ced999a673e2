import type { Migration } from '#platform/db/migration.ts'

/** Stores since when a message has been spam. Null counts as since its arrival. */
export const spamSinceMigration: Migration = {
  name: '0004-spam-since',
  sql: `
alter table message add column spam_since bigint;
create index message_spam_oldest on message (place, coalesce(spam_since, received_at)) where place = 'spam';
`,
}
