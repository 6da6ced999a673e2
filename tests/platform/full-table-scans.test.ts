import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { watchFullTableScans } from '../support/full-table-scans.ts'

/** Returns the connection of a watched application. */
function openWatched(scans: ReturnType<typeof watchFullTableScans>, indexes = ''): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  database.exec(`create table visitor (email text, city text); create table process (id text); ${indexes}`)
  scans.watch(() => database.prepare('select 1'))
  return database
}

it.each([
  `select email from visitor where city = 'Chatham'`,
  `update visitor set city = '' where email = 'dana@example.com'`,
  `delete from visitor where email in (select id from process)`,
  `select process.id from process left join visitor on visitor.city > process.id`,
  `select email from (select * from visitor where city > '' limit 5) as visitor`,
])('a statement without an index fails the tests of its application: %s', (statement) => {
  const scans = watchFullTableScans()
  // A queue may run it after the request.
  openWatched(scans).prepare(statement)
  expect(scans.assertNoScans).toThrow('A statement reads a growing table without an index (SCAN visitor')
})

it('statements with an index, checks for an empty table, small tables and other applications fail no test', () => {
  const scans = watchFullTableScans()
  const database = openWatched(scans, 'create index visitor_city on visitor (city)')
  database.prepare(`select email from visitor where city = 'Boston'`)
  database.prepare('select 1 as one from "visitor" limit 1')
  database.prepare(`select id from process where id = 'one'`)
  openWatched(watchFullTableScans()).prepare(`select email from visitor where email = 'of another'`)
  expect(scans.assertNoScans).not.toThrow()
})
