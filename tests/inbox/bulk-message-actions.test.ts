import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Message, type MessageFolderCounts, messageFolders } from '#contract/inbox/messages.ts'
import { createMessageClient } from '../support/message-client.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { startApp, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const UNUSED_ID = '00000000-0000-4000-8000-000000000000'
type BulkReply = { message: string; records: Message[]; error?: string; fields?: Record<string, string> }

describeOnEachDatabase('bulk actions on messages', (database) => {
  const site = startAppForSuite(database)
  const other = startForSuite(() => startApp(site.environment))
  // The clock stops until a test moves it.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  const { send, list } = createMessageClient(() => site)
  const sendMessage = async (subject: string) => (await send({ subject })).reply.record._id ?? ''
  const sendSeveral = async (...subjects: string[]) => {
    const ids: string[] = []
    for (const subject of subjects) ids.push(await sendMessage(subject))
    return ids
  }
  const change = async (body: object, at = site) => {
    const { status, text } = await at.request('PUT', '/api/messages', { as: 'admin', body })
    return { status, ...(JSON.parse(text) as BulkReply) }
  }
  const fetchTotals = async () =>
    (await site.request('GET', '/api/message-totals', { as: 'admin' })).json() as unknown as MessageFolderCounts
  const findNext = async (id: string) =>
    ((await site.request('GET', `/api/next-unread/${id}`, { as: 'admin' })).json() as unknown as { next: Message | null }).next
  /** Counts the listed messages per folder and status. */
  const countListed = async () => {
    const countMessages = async (place: string, status: string) =>
      (await list(`place=${place}&messageStatus=${status}&size=1000`)).records.length
    const entries = messageFolders.map(async (place) => [
      place,
      { UnRead: await countMessages(place, 'UnRead'), Read: await countMessages(place, 'Read') },
    ])
    return Object.fromEntries(await Promise.all(entries))
  }

  it('mark and move several messages in one call, and answer with their number', async () => {
    const [one = '', two = '', three = ''] = await sendSeveral('One', 'Two', 'Three')
    const read = await change({ ids: [one, two], messageStatus: 'Read' })
    expect([read.status, read.message]).toEqual([200, '2 messages marked read'])
    expect(read.records.map(({ subject, messageStatus }) => [subject, messageStatus])).toEqual([
      ['Two', 'Read'],
      ['One', 'Read'],
    ])
    // A second tab may still show a message that is read or that moved.
    await change({ ids: [two], place: 'spam' })
    expect((await change({ ids: [one, two], messageStatus: 'Read' })).message).toBe('2 messages marked read')
    expect(await fetchTotals()).toEqual(await countListed())
    await change({ ids: [two], place: 'inbox' })
    // A single message gets the exact alert (P-121).
    expect((await change({ ids: [three], messageStatus: 'Read' })).message).toBe('Message is Read')
    expect((await change({ ids: [one, two, three], messageStatus: 'UnRead' })).message).toBe('3 messages marked unread')
    for (const [place, done] of [
      ['spam', 'moved to spam'],
      ['archive', 'archived'],
      ['inbox', 'moved to the inbox'],
    ]) {
      const moveReply = await change({ ids: [one, two, three], place })
      expect([moveReply.message, moveReply.records.map(({ _place }) => _place)]).toEqual([
        `3 messages ${done}`,
        [place, place, place],
      ])
    }
    expect(await fetchTotals()).toEqual(await countListed())
  })

  it('take at most one page of distinct messages and one action', async () => {
    const [one = '', two = ''] = await sendSeveral('Once', 'Twice')
    const getRefusal = async (body: object) => {
      const { status, fields } = await change(body)
      return [status, Object.keys(fields ?? {})]
    }
    expect(await getRefusal({ ids: [], messageStatus: 'Read' })).toEqual([400, ['ids']])
    expect(await getRefusal({ ids: Array.from({ length: 21 }, () => one), messageStatus: 'Read' })).toEqual([400, ['ids']])
    expect(await getRefusal({ ids: [one] })).toEqual([400, ['messageStatus']])
    expect(await getRefusal({ ids: [one], messageStatus: 'Read', place: 'spam' })).toEqual([400, ['messageStatus']])
    expect(await getRefusal({ ids: [UNUSED_ID], place: 'spam' })).toEqual([404, []])
    const before = await fetchTotals()
    expect((await change({ ids: [one, two, one, UNUSED_ID], messageStatus: 'Read' })).message).toBe('2 messages marked read')
    // Messages that are read already don't change the counters.
    expect((await change({ ids: [one, two], messageStatus: 'Read' })).status).toBe(200)
    const { inbox } = await fetchTotals()
    expect(inbox).toEqual({ UnRead: before.inbox.UnRead - 2, Read: before.inbox.Read + 2 })
    for (const as of ['anonymous', 'customer'] as const) {
      const { status } = await site.request('PUT', '/api/messages', { as, body: { ids: [one], place: 'spam' } })
      expect([as, status]).toEqual([as, as === 'customer' ? 403 : 401])
    }
  })

  it('keep counters exact while two processes add and change messages', async () => {
    const ids = await sendSeveral('a', 'b', 'c', 'd', 'e', 'f')
    const changes = [
      { messageStatus: 'Read' },
      { place: 'spam' },
      { messageStatus: 'UnRead' },
      { place: 'archive' },
      { place: 'inbox' },
    ]
    const rounds = Array.from({ length: 20 }, async (_, nth) => {
      const chosenIds = ids.slice(nth % 3).concat(ids.slice(0, nth % 2))
      const body = { ids: nth % 2 ? chosenIds.toReversed() : chosenIds, ...changes[nth % changes.length] }
      const [{ status }, sendReply] = await Promise.all([change(body, nth % 2 ? site : other), send({ subject: `New ${nth}` })])
      return [status, sendReply.status]
    })
    expect(new Set((await Promise.all(rounds)).flat())).toEqual(new Set([200, 201]))
    expect(await fetchTotals()).toEqual(await countListed())
  })

  it('change which unread message comes next: the next older one, or the newest after the oldest', async () => {
    const all = (await list('messageStatus=UnRead&size=1000')).records
    for (let nth = 0; nth < all.length; nth += 20)
      await change({ ids: all.slice(nth, nth + 20).map(({ _id }) => _id), messageStatus: 'Read' })
    const [oldest = '', middle = '', newest = ''] = await sendSeveral('Oldest', 'Middle', 'Newest')
    const findNextSubject = async (id: string) => (await findNext(id))?.subject
    expect([await findNextSubject(newest), await findNextSubject(middle), await findNextSubject(oldest)]).toEqual([
      'Middle',
      'Oldest',
      'Newest',
    ])
    await change({ ids: [middle], messageStatus: 'Read' })
    expect([await findNextSubject(newest), await findNextSubject(middle)]).toEqual(['Oldest', 'Oldest'])
    await change({ ids: [oldest], place: 'spam' })
    expect([await findNextSubject(newest), await findNextSubject(oldest)]).toEqual([undefined, 'Newest'])
    expect((await site.request('GET', `/api/next-unread/${UNUSED_ID}`, { as: 'admin' })).status).toBe(404)
  })
})
