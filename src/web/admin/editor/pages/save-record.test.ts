import { expect, test } from 'vitest'
import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { STAGED_MESSAGE } from '#contract/content/staged-record-ids-endpoint.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { UserError } from '#contract/core/user-error.ts'
import { saveLiveRecord, saveStagedRecord, stageLiveFormEdits } from './save-record.ts'

const { update } = getReadAddAndUpdateEndpoints(faqItem)
const createValues = (accodingTitle: string, accodingText = 'Months.') => ({ accodingTitle, accodingText, faqPage: 'Both' })

function createBody(...texts: Parameters<typeof createValues>) {
  const { accodingText, ...others } = createValues(...texts)
  return { ...others, accodingText_formatted: accodingText }
}
const createRawRecord = (values: object, metadata: object) => ({ _id: 'f1', ...values, ...metadata })
const createConflict = (record: object) => new UserError(409, 'The record changed.', undefined, record as never)

test('saves an unchanged record with one call', async () => {
  const { createContext, sentBodies } = createServer({ update: [createRawRecord(createValues('Mine'), { _version: 5 })] })
  expect(await saveLiveRecord(createContext(createValues('Mine')))).toMatchObject({ message: 'Saved', record: { version: 5 } })
  expect(sentBodies).toEqual([{ ...createBody('Mine'), _version: '4' }])
})

test('accepts the repeat of a save whose first reply was lost', async () => {
  const liveServer = createServer({ update: [createConflict(createRawRecord(createValues('Mine'), { _version: 5 }))] })
  expect(await saveLiveRecord(liveServer.createContext(createValues('Mine')))).toMatchObject({
    message: 'FAQ Item is Updated',
    record: { version: 5 },
  })
  const stagedConflict = createConflict(createRawRecord(createValues('Mine'), { _version: 4, _draft: 2 }))
  const stagingServer = createServer({ update: [stagedConflict] })
  expect(await saveStagedRecord(stagingServer.createContext(createValues('Mine')))).toMatchObject({
    message: STAGED_MESSAGE,
    record: { stagedVersion: 2 },
  })
})

test('saves a record that was only hidden meanwhile, and refuses to overwrite changed values', async () => {
  const hiddenConflict = createConflict(createRawRecord(createValues('Old'), { _version: 5, _hidden: true }))
  const history = [{ version: 4, values: createValues('Old') }]
  const { createContext, sentBodies } = createServer({
    update: [hiddenConflict, createRawRecord(createValues('Mine'), { _version: 6 })],
    history,
  })
  expect(await saveLiveRecord(createContext(createValues('Mine')))).toMatchObject({ record: { version: 6 } })
  expect(sentBodies.at(-1)).toEqual({ ...createBody('Mine'), _version: '5' })
  const conflict = createConflict(createRawRecord(createValues('Theirs'), { _version: 5 }))
  const changedServer = createServer({ update: [conflict], history })
  await expect(saveLiveRecord(changedServer.createContext(createValues('Mine')))).rejects.toBe(conflict)
})

test('explains that the record was deleted meanwhile', async () => {
  const { createContext } = createServer({ update: [new UserError(404, 'This doesn’t exist anymore.')] })
  await expect(saveLiveRecord(createContext(createValues('Mine')))).rejects.toThrow(
    /^Someone deleted this, so nothing was saved\./,
  )
})

test('merges the edits of a live form into the staged change', async () => {
  const live = createRawRecord(createValues('Old', 'Old'), { _version: 4 })
  const { createContext, sentBodies } = createServer({
    live,
    staged: { ...live, accodingTitle: 'Drafted', _draft: 2 },
    update: [live],
  })
  const answer = await stageLiveFormEdits(createContext(createValues('Old', 'Mine')))
  expect(sentBodies).toEqual([{ ...createBody('Drafted', 'Mine'), _version: '4', _draft: '2' }])
  expect(answer).toEqual({ notice: 'Saved', values: createValues('Old', 'Old'), expectedVersion: { _version: '4' } })
})

test('does not overwrite a field that already has another staged value', async () => {
  const live = createRawRecord(createValues('Old', 'Old'), { _version: 4 })
  const staged = { ...live, accodingTitle: 'Drafted', _draft: 2 }
  const { createContext, sentBodies } = createServer({ live, staged })
  await expect(stageLiveFormEdits(createContext(createValues('Mine', 'Mine')))).rejects.toMatchObject({
    status: 409,
    fields: { accodingTitle: 'The draft has: Drafted' },
  })
  expect(sentBodies).toEqual([])
})

test('never returns staged values to a form of the live record', async () => {
  const live = createRawRecord(createValues('Old'), { _version: 4 })
  const stagedConflict = createConflict({ ...live, accodingTitle: 'Drafted', _draft: 1 })
  const { createContext } = createServer({ live, staged: live, update: [stagedConflict] })
  const error = await stageLiveFormEdits(createContext(createValues('Mine'))).catch((thrown: UserError) => thrown)
  expect(error).toMatchObject({ status: 409, record: undefined })
  const changedLive = createRawRecord(createValues('Theirs'), { _version: 5 })
  const history = [{ version: 4, values: createValues('Old') }]
  const changedServer = createServer({ live: changedLive, staged: { ...changedLive, _draft: 1 }, history })
  await expect(stageLiveFormEdits(changedServer.createContext(createValues('Mine')))).rejects.toMatchObject({
    record: { ...createValues('Theirs'), _version: 5 },
  })
})

type Replies = { update?: object[]; live?: object; staged?: object; history?: object[] }

/** Imitates a server with these replies. `sentBodies` collects the bodies of its update calls. */
function createServer({ update: updates = [], live, staged, history }: Replies) {
  const sentBodies: unknown[] = []
  const call = (async ({ path }: { path: string }, { body, query }: { body?: object; query?: { draft?: boolean } }) => {
    if (path.startsWith('/history')) return history
    if (path.startsWith('/content')) return query?.draft ? staged : live
    sentBodies.push(body)
    const answer = updates.shift()
    if (answer instanceof UserError) throw answer
    return { message: 'Saved', record: answer }
  }) as unknown as ApiCallFunction
  if (!update) throw new Error('The kind has no update call')
  const createContext = (body: Record<string, string>) => ({
    call,
    contentKind: faqItem,
    update,
    id: 'f1',
    body,
    expectedVersion: { _version: '4' },
  })
  return { createContext, sentBodies }
}
