import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { faqItem } from '../../src/contract/content/kinds/faq-item.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { adminEmail, startApp, type TestApp } from '../support/app.ts'
import { sampleRecord } from '../support/content.ts'
import { recordsAt } from '../support/content-records.ts'
import { creatingCalls } from '../support/creating-calls.ts'
import { databaseOn } from '../support/databases.ts'

/** Nobody is there: what is to be told is looked up all the same. */
const SEARCH_ENGINES = { INDEXNOW_KEY: 'a1B2-c3D4-e5F6', INDEXNOW_URL: 'http://127.0.0.1:9/' }
const GUIDE = new URL('../../docs/growing.md', import.meta.url)

/** Past what is walked over on an index alone. */
const FAR_BACK = 'page=3&size=1000'

/** What a database that says it is like PostgreSQL may lack, or do otherwise, and how a statement shows that it uses it. */
const FEATURES: Record<string, RegExp> = {
  'INSERT … ON CONFLICT': /\bon conflict\b/,
  RETURNING: /\breturning\b/,
  'SELECT … FOR UPDATE': /\bfor (no key )?update\b/,
  'FOR UPDATE SKIP LOCKED': /\bskip locked\b/,
  NOWAIT: /\bnowait\b/,
  SAVEPOINT: /^savepoint|; savepoint/,
  'SET LOCAL lock_timeout, statement_timeout, idle_in_transaction_session_timeout': /\bset local\b/,
  'isolation levels': /\bisolation level\b/,
  'advisory locks': /\bpg_(try_)?advisory/,
  'LISTEN and NOTIFY': /^(un)?listen\b|^notify\b|\bpg_notify\b/,
  'partial indexes': /^create (unique )?index .*\bwhere\b/,
  'indexes on expressions': /^create (unique )?index [^(]*\([^)]*\(/,
  'index methods other than B-tree': /^create .*\busing (gin|gist|brin|hash|spgist)\b/,
  'identity columns': /\bgenerated (always|by default) as identity\b/,
  sequences: /\bserial\b|\bnextval\b/,
  'generated columns': /\bgenerated always as \(/,
  'foreign keys': /\breferences\b/,
  'check constraints': /\bcheck ?\(/,
  'triggers and functions': /^create (or replace )?(trigger|function|procedure)\b/,
  extensions: /\bcreate extension\b/,
  WITH: /^with\b/,
  'WITH RECURSIVE': /\bwith recursive\b/,
  'window functions': /\bover ?\(/,
  LATERAL: /\blateral\b/,
  'DISTINCT ON': /\bdistinct on\b/,
  'UNION ALL': /\bunion all\b/,
  'comparing rows': /\([\w".]+, [\w".]+\) (<|>|=|in)/,
  JSON: /->>?|\bjsonb?\b|\bjsonb?_/,
  arrays: /\b(any|unnest|array)\b ?[([]/,
  'regular expressions': / !?~\*? /,
  ILIKE: /\bilike\b/,
  'LIKE … ESCAPE': /\bescape\b/,
  'full-text search': /\bts(vector|query)\b|@@/,
  COLLATE: /\bcollate\b/,
  bytea: /\bbytea\b/,
  'changes of several statements in one message': /^begin; /,
  'changes of the schema in a transaction': /^create table\b/,
  MERGE: /^merge\b/,
  COPY: /^copy\b/,
  TRUNCATE: /^truncate\b/,
}

describe('the statements that PostgreSQL is sent', () => {
  const postgres = databaseOn(() => inject('postgresUrl'))
  const sent = new Set<string>()
  let site: TestApp
  beforeAll(async () => {
    const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
      const [first] = given
      sent.add(normal(typeof first === 'string' ? first : (first as { text: string }).text))
      return query.apply(this, given)
    } as never)
    site = await startApp({ ...(await postgres.environment()), ...SEARCH_ENGINES, SEED: 'demo', RATE_LIMITS: 'on' })
    await drive(site)
  }, 150_000)
  afterAll(async () => {
    await site.close()
    vi.restoreAllMocks()
    await postgres.remove()
  })

  it('use what docs/growing.md says that we rely on, and nothing else', () => {
    const all = [...sent]
    const used = Object.keys(FEATURES).filter((name) => all.some((text) => FEATURES[name]?.test(text)))
    const [, contentKind = ''] = /### What we rely on in SQL\n(.*?)\n##/s.exec(readFileSync(GUIDE, 'utf8')) ?? []
    const told = [...contentKind.matchAll(/^- ([^:.]+)/gm)].map(([, name]) => name)
    const [, functions = ''] = /These functions: (.*)\./.exec(contentKind) ?? []
    expect({ used: used.toSorted(), functions: functionsIn(all) }).toEqual({
      used: told.toSorted(),
      functions: functions.match(/\w+/g),
    })
  })
})

/** Everything once that writes, every list, every page, and what a process does by itself. */
async function drive(site: TestApp): Promise<void> {
  for (const [nth, { path, body }] of creatingCalls.entries())
    await site.request('POST', path, { as: 'admin', body, headers: { 'idempotency-key': `"the call ${nth}"` } })
  const { add, save, post, call, remove, undelete } = recordsAt(site)
  const record = await add(faqItem, 5)
  await save(faqItem, record._id, sampleRecord(faqItem, 6))
  await remove(faqItem, record._id)
  await undelete(faqItem, record._id)
  await post(faqItem, sampleRecord(faqItem, 8), '?draft=1')
  await call('POST', '/draft/publish', {})
  const lists = endpoints.filter(({ method }) => method === 'GET')
  for (const { path } of lists)
    for (const query of ['page=1&search=a', FAR_BACK])
      await site.request('GET', `/api${path.replace(/:\w+/g, record._id)}?${query}`, { as: 'admin' })
  await site.request('POST', '/api/request-password-reset', { body: { email: adminEmail } })
  await site.request('GET', '/readyz')
  await site.request('POST', '/api/end-other-sessions', { as: 'admin', body: {} })
  await site.request('POST', '/api/sign-out', { as: 'customer', body: {} })
}

/** Without names and values, which say nothing about the language. */
function normal(text: string): string {
  return text
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/"[^"]*"/g, '""')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/** What stands before a parenthesis without being called, and names of tables and indexes there. */
const WORDS =
  /^(in|values|and|or|not|as|from|where|select|key|unique|by|exists|check|conflict|when|then|else|any|all|case|on|with|over|varchar)$/
const NAMED = /\b(into|on|table|references|not exists) \w+(?= ?\()/g

function functionsIn(statements: readonly string[]): string[] {
  const bare = statements.map((text) => text.replace(NAMED, '').replace(/\b\w+\.(?=\w+\()/g, ''))
  const names = bare.flatMap((text) => [...text.matchAll(/\b([a-z_]\w*) ?\(/g)].map(([, name = '']) => name))
  return [...new Set(names)].filter((name) => !WORDS.test(name)).sort()
}
