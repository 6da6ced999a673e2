import { describe, expect, it } from 'vitest'
import { banner } from '#contract/content/kinds/banner.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { createContentClient } from '../support/content-client.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { startApp, startAppForSuite } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('a version of a record', (database) => {
  const site = startAppForSuite(database)
  const other = startForSuite(() => startApp(site.environment))
  const getClient = () => createContentClient(site)

  describe('that a save expects', () => {
    it('comes with every record, and a save with an older one answers 409 with the current record', async () => {
      const { save, add } = getClient()
      const first = await add(banner, 1)
      expect(first._version).toBe(1)
      const second = await save(banner, first._id, { ...buildRecordValues(banner, 2), _version: 1 })
      expect([second.status, second.record._version]).toEqual([200, 2])
      const lateSave = await save(banner, first._id, { ...buildRecordValues(banner, 3), _version: 1 })
      expect(lateSave.status).toBe(409)
      expect(lateSave.body).toEqual({
        error: 'owner@example.com changed this while you had it open, so nothing was saved. Compare both, then save again.',
        record: second.record,
      })
      expect(await getClient().listPublic(banner)).toEqual([second.record])
      // A form sends the version as text. Version 99 doesn't exist.
      expect((await save(banner, first._id, { ...buildRecordValues(banner, 3), _version: '2' })).status).toBe(200)
      expect((await save(banner, first._id, { ...buildRecordValues(banner, 3), _version: 99 })).status).toBe(409)
      const nonsense = await save(banner, first._id, { ...buildRecordValues(banner, 3), _version: 'two' })
      expect([nonsense.status, Object.keys(nonsense.body.fields ?? {})]).toEqual([400, ['_version']])
    })

    it('may be absent, and then the last save wins (P-22)', async () => {
      const { save, listPublic } = getClient()
      const [record] = await listPublic(banner)
      for (const nth of [4, 5]) expect((await save(banner, record?._id ?? '', buildRecordValues(banner, nth))).status).toBe(200)
      expect(await listPublic(banner)).toMatchObject([buildRecordValues(banner, 5)])
    })

    it('accepts exactly one of several saves at once in two processes', async () => {
      const { add, listPublic, listHistory } = getClient()
      const record = await add(faqItem, 1)
      const saves = [site, other].flatMap((one, process) =>
        Array.from({ length: 5 }, (_, nth) =>
          createContentClient(one).save(faqItem, record._id, { ...buildRecordValues(faqItem, 10 * process + nth), _version: 1 }),
        ),
      )
      const replies = await Promise.all(saves)
      expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
      const winner = replies.find(({ status }) => status === 200)?.record
      expect(await listPublic(faqItem)).toContainEqual(winner)
      for (const { body } of replies.filter(({ status }) => status === 409)) expect(body.record).toEqual(winner)
      expect((await listHistory(faqItem, record._id)).length).toBe(2)
    })
  })

  describe('that an editor opened', () => {
    it('is saved if the record was only hidden, shown or restored since, and keeps that', async () => {
      const { add, save, hide, remove, undelete } = getClient()
      const { _id } = await add(faqItem, 1)
      await remove(faqItem, _id)
      await undelete(faqItem, _id)
      await hide(faqItem, _id, true)
      expect((await save(faqItem, _id, { ...buildRecordValues(faqItem, 2), _version: 1 })).status).toBe(409)
      const { status, record } = await save(faqItem, _id, { ...buildRecordValues(faqItem, 2), _version: 1, _opened: 'live' })
      expect([status, record]).toMatchObject([200, { ...buildRecordValues(faqItem, 2), _version: 5, _hidden: true }])
      const unknown = await save(faqItem, _id, { ...buildRecordValues(faqItem, 3), _version: 99, _opened: 'live' })
      expect(unknown.status).toBe(409)
      const other = await save(faqItem, _id, { ...buildRecordValues(faqItem, 3), _version: 5, _opened: 'both' })
      expect([other.status, Object.keys(other.body.fields ?? {})]).toEqual([400, ['_opened']])
    })

    it('is not saved over another text, and a repeat of the same save answers like the first', async () => {
      const { add, save, hide, listHistory } = getClient()
      const { _id } = await add(faqItem, 1)
      const mine = { ...buildRecordValues(faqItem, 2), _version: 1, _opened: 'live' }
      const replies = [await save(faqItem, _id, mine), await save(faqItem, _id, mine)]
      expect(replies.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, replies[0]?.body]))
      const theirs = await save(faqItem, _id, { ...buildRecordValues(faqItem, 3), _version: 1, _opened: 'live' })
      expect([theirs.status, theirs.body.record]).toEqual([409, replies[0]?.record])
      await hide(faqItem, _id, true)
      expect((await save(faqItem, _id, mine)).record).toMatchObject({ _version: 3, _hidden: true })
      expect((await listHistory(faqItem, _id)).length).toBe(3)
    })

    it('is one step: of several saves at once in two processes, those that merge all arrive', async () => {
      const { add, hide, listForEditors } = getClient()
      const { _id } = await add(faqItem, 1)
      const calls = [site, other].flatMap((one) => [
        createContentClient(one).save(faqItem, _id, { ...buildRecordValues(faqItem, 2), _version: 1, _opened: 'live' }),
        ...[true, false, true].map((hidden) => createContentClient(one).hide(faqItem, _id, hidden)),
      ])
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200))
      await hide(faqItem, _id, true)
      const record = (await listForEditors(faqItem, '?hidden=1')).find((one) => one._id === _id)
      expect(record).toMatchObject({ ...buildRecordValues(faqItem, 2), _hidden: true })
    })
  })

  describe('in the history', () => {
    it('shows who changed which fields and when, newest first, and can be restored', async () => {
      const { add, save, hide, remove, undelete, listHistory, restore } = getClient()
      const { _id } = await add(faqItem, 1)
      await save(faqItem, _id, { ...buildRecordValues(faqItem, 1), accodingTitle: 'Another question' })
      await hide(faqItem, _id, true)
      await hide(faqItem, _id, false)
      await remove(faqItem, _id)
      expect((await listHistory(faqItem, _id)).at(0)).toMatchObject({ event: 'deleted', version: 5 })
      expect((await restore(faqItem, _id, 1)).status).toBe(404)
      await undelete(faqItem, _id)
      const restoreReply = await restore(faqItem, _id, 1)
      expect([restoreReply.status, restoreReply.body.message, restoreReply.record]).toMatchObject([
        200,
        'FAQ Item is Updated',
        { ...buildRecordValues(faqItem, 1), _version: 7 },
      ])
      const historyEntries = await listHistory(faqItem, _id)
      expect(historyEntries.map(({ version, event, fields }) => [version, event, fields])).toEqual([
        [7, 'restored', ['accodingTitle']],
        [6, 'undeleted', []],
        [5, 'deleted', []],
        [4, 'shown', []],
        [3, 'hidden', []],
        [2, 'saved', ['accodingTitle']],
        [1, 'added', ['accodingTitle', 'accodingText']],
      ])
      expect(historyEntries.every(({ by, at: time }) => by === 'owner@example.com' && Math.abs(time - Date.now()) < 60_000)).toBe(
        true,
      )
      expect(historyEntries[5]?.values).toEqual({ ...buildRecordValues(faqItem, 1), accodingTitle: 'Another question' })
      expect((await restore(faqItem, _id, 99)).status).toBe(404)
    })

    it('can be undone if no admin has saved since', async () => {
      const { add, save, restore } = getClient()
      const { _id } = await add(faqItem, 1)
      const { record } = await save(faqItem, _id, buildRecordValues(faqItem, 2))
      const undo = { _version: record._version }
      const before = (record._version ?? 0) - 1
      await save(faqItem, _id, buildRecordValues(faqItem, 3))
      expect(await restore(faqItem, _id, before, undo)).toMatchObject({
        status: 409,
        body: { record: buildRecordValues(faqItem, 3) },
      })
      expect((await restore(faqItem, _id, before)).record).toMatchObject(buildRecordValues(faqItem, 1))
    })

    it('loads in pages of 20', async () => {
      const { add, save, listHistory } = getClient()
      const { _id } = await add(faqItem, 1)
      for (let nth = 2; nth <= 45; nth++) await save(faqItem, _id, buildRecordValues(faqItem, nth))
      const pieces = [
        await listHistory(faqItem, _id),
        await listHistory(faqItem, _id, '?before=26'),
        await listHistory(faqItem, _id, '?before=6'),
      ]
      expect(pieces.flat().map(({ version }) => version)).toEqual(Array.from({ length: 45 }, (_, nth) => 45 - nth))
      expect(pieces.flat().at(19)?.fields).toEqual(['accodingTitle', 'accodingText'])
      expect(await listHistory(faqItem, _id, '?before=1')).toEqual([])
    })
  })
})
