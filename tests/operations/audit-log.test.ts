import { expect, it } from 'vitest'
import { auditActions } from '#contract/audit-actions.ts'
import type { AuditLogEntry } from '#contract/operations/audit-log.ts'
import { normalizeSearchText } from '#platform/db/search-text.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

type Answer = { entries: AuditLogEntry[]; older: string | null }
type NewEntry = { actor: string; action: string; subject: string; detail?: Record<string, string>; at?: number }

describeOnEachDatabase('the audit log', (kind) => {
  const site = startAppForSuite(kind)
  const database = startForSuite(() => openDatabase(readConfig(site.environment)))

  const requestEntries = async (query: Record<string, string> = {}) =>
    site.request('GET', `/api/audit-entries?${new URLSearchParams(query)}`, { as: 'admin' })
  const fetchEntries = async (query: Record<string, string> = {}): Promise<Answer> =>
    JSON.parse((await requestEntries(query)).text)
  const listSentences = ({ entries }: Answer) => entries.map(({ what }) => what)

  async function write(entries: readonly NewEntry[]) {
    const rows = entries.map(({ detail = {}, at = Date.now(), ...entry }) => ({
      id: crypto.randomUUID(),
      at,
      detail: JSON.stringify(detail),
      search_text: normalizeSearchText([entry.actor, entry.subject, ...Object.values(detail)].join('\n')),
      ...entry,
    }))
    await database.write(async (tx) => {
      for (let from = 0; from < rows.length; from += 500)
        await tx
          .insertInto('audit_log')
          .values(rows.slice(from, from + 500))
          .execute()
    })
  }

  it('shows who did what and when, newest first', async () => {
    const since = Date.now()
    const user = { userEmail: 'new.admin@example.com', userRole: 'Admin' }
    const { record } = JSON.parse((await site.request('POST', '/api/add-user', { as: 'admin', body: user })).text)
    await site.request('POST', '/api/add-email', { as: 'admin', body: { paypalEmail: 'pay@example.com' } })
    const { entries, older } = await fetchEntries()
    expect(entries[0]).toMatchObject({ what: 'Added the payment account pay@example.com', about: 'paymentEmail' })
    expect(entries[1]).toMatchObject({
      what: 'Added new.admin@example.com as Admin',
      actor: expect.stringContaining('@'),
      about: 'adminUser',
      subject: record._id,
    })
    expect(entries[1]?.at).toBeGreaterThanOrEqual(since)
    expect(older).toBeNull()
  })

  it('names the time of a schedule in the time zone of the business', async () => {
    await write([
      { actor: 'yan@example.com', action: 'draft.scheduled', subject: 'draft', detail: { at: '2026-12-25T00:30:00Z' } },
    ])
    expect(listSentences(await fetchEntries({ action: 'draft.scheduled' }))).toEqual([
      'Scheduled the drafts for Dec 24, 2026, 7:30 PM EST',
    ])
  })

  it('filters by admin, action and words, including words of the sentence', async () => {
    await write([
      {
        actor: 'zoe@example.com',
        action: 'order.status',
        subject: '4711',
        detail: { orderStatus: 'Delivered' },
        at: Date.now() - 1,
      },
      { actor: 'zoe@example.com', action: 'order.paid-by-hand', subject: '4712', detail: { reason: 'Überweisung 100%' } },
      { actor: 'yan@example.com', action: 'password.changed', subject: 'yan@example.com' },
    ])
    expect(listSentences(await fetchEntries({ actor: ' Zoe@Example.com ' }))).toEqual([
      'Marked the order as paid: “Überweisung 100%”',
      'Set the order to Delivered',
    ])
    expect(listSentences(await fetchEntries({ action: 'password.changed' }))).toEqual(['Changed the password'])
    expect(listSentences(await fetchEntries({ search: '4711 deliv' }))).toEqual(['Set the order to Delivered'])
    expect(listSentences(await fetchEntries({ search: 'uberweisung' }))).toHaveLength(1)
    expect(listSentences(await fetchEntries({ search: '100%' }))).toHaveLength(1)
    expect(listSentences(await fetchEntries({ search: '1_0%' }))).toEqual([])
    expect(listSentences(await fetchEntries({ search: 'password yan' }))).toEqual(['Changed the password'])
    expect(listSentences(await fetchEntries({ actor: 'zoe@example.com', search: 'password' }))).toEqual([])
  })

  it('loads entries of the same millisecond in pages, without a gap or a repeat', async () => {
    const actor = 'many@example.com'
    const yesterday = Date.now() - 24 * 60 * 60 * 1000
    await write(
      Array.from({ length: 45 }, (_, nth) => ({
        actor,
        action: 'session.ended',
        subject: String(nth),
        at: yesterday + Math.floor(nth / 10),
      })),
    )
    const listedSubjects: string[] = []
    let before: string | null = null
    do {
      const page: Answer = await fetchEntries({ actor, size: '20', ...(before && { before }) })
      listedSubjects.push(...page.entries.map(({ subject }) => subject))
      before = page.older
      // New entries stand above, so they don't shift the next page.
      await write([{ actor, action: 'session.ended', subject: 'late' }])
    } while (before)
    expect(listedSubjects.filter((subject) => subject !== 'late').toSorted()).toEqual(
      Array.from({ length: 45 }, (_, nth) => String(nth)).toSorted(),
    )
  })

  it('searches a limited number of entries per call, and says where to continue', async () => {
    const actor = 'busy@example.com'
    const laterEntries = Array.from({ length: 5_010 }, (_, nth) => ({
      actor,
      action: 'session.ended',
      subject: 'x',
      at: 2_000_000 + nth,
    }))
    await write([{ actor, action: 'order.status', subject: 'needle', at: 1_000_000 }, ...laterEntries])
    const first = await fetchEntries({ actor, search: 'needle' })
    expect(first).toMatchObject({ entries: [], older: expect.any(String) })
    expect(await fetchEntries({ actor, action: 'order.status' })).toEqual(first)
    const second = await fetchEntries({ actor, search: 'needle', before: first.older ?? '' })
    expect([second.entries.length, second.older]).toEqual([1, null])
  })

  it('shows an unknown action by its name, and answers 400 to an invalid filter', async () => {
    await write([{ actor: 'future@example.com', action: 'moon.landed', subject: 'tranquility' }])
    expect((await fetchEntries({ actor: 'future@example.com' })).entries).toMatchObject([{ what: 'moon.landed', about: null }])
    const invalidQueries: Record<string, string>[] = [
      { action: 'moon.landed' },
      { before: 'now' },
      { size: '101' },
      { search: 'x'.repeat(201) },
    ]
    for (const query of invalidQueries) expect((await requestEntries(query)).status).toBe(400)
  })

  it("has a page that searches and links to each entry's subject", async () => {
    const openPage = async (query: string) => (await site.request('GET', `/audit-log${query}`, { as: 'admin' })).text
    const searchHtml = await openPage('?search=4711')
    expect(searchHtml).toContain('Set the order to Delivered')
    expect(searchHtml).toContain('href="/total-orders?search=4711"')
    expect(searchHtml).toContain('href="/audit-log?actor=zoe%40example.com"')
    expect(await openPage('?search=nowhere-at-all')).toMatch(/No entry matches|No match in the entries/)
    const all = await openPage('')
    for (const { name } of Object.values(auditActions)) expect(all).toContain(`>${name}<`)
    expect(all).toContain('Older entries')
  })
})
