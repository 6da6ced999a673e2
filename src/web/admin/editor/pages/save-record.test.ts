import { expect, test } from 'vitest'
import { getContentKindEndpoints } from '../../../../contract/content/content-kind-endpoints.ts'
import { faqItem } from '../../../../contract/content/kinds/faq-item.ts'
import { STAGED_MESSAGE } from '../../../../contract/content/release.ts'
import type { ApiCall } from '../../../../contract/core/endpoint.ts'
import { UserError } from '../../../../contract/core/user-error.ts'
import { saveLive, saveStagedRecord, stageLiveEdits } from './save-record.ts'

const { update } = getContentKindEndpoints(faqItem)
const createValues = (accodingTitle: string, accodingText = 'Months.') => ({ accodingTitle, accodingText, faqPage: 'Both' })
const createRawRecord = (values: object, notes: object) => ({ _id: 'f1', ...values, ...notes })
const createConflict = (record: object) => new UserError(409, 'Somebody saved it.', undefined, record as never)

test('a save that nobody forestalled is one call', async () => {
  const { asked: createContext, sent } = createServer({ update: [createRawRecord(createValues('Mine'), { _version: 5 })] })
  expect(await saveLive(createContext(createValues('Mine')))).toMatchObject({ message: 'Saved', record: { version: 5 } })
  expect(sent).toEqual([{ ...createValues('Mine'), _version: '4' }])
})

test('a save that was carried out before, without anybody hearing of it, is saved', async () => {
  const { asked: createContext } = createServer({
    update: [createConflict(createRawRecord(createValues('Mine'), { _version: 5 }))],
  })
  expect(await saveLive(createContext(createValues('Mine')))).toMatchObject({
    message: 'FAQ Item is Updated',
    record: { version: 5 },
  })
  const drafted = createServer({ update: [createConflict(createRawRecord(createValues('Mine'), { _version: 4, _draft: 2 }))] })
  expect(await saveStagedRecord(drafted.asked(createValues('Mine')))).toMatchObject({
    message: STAGED_MESSAGE,
    record: { stagedVersion: 2 },
  })
})

test('a record that was only hidden meanwhile is saved without a question, one whose words were changed is not', async () => {
  const hidden = createConflict(createRawRecord(createValues('Old'), { _version: 5, _hidden: true }))
  const opened = [{ version: 4, values: createValues('Old') }]
  const { asked: createContext, sent } = createServer({
    update: [hidden, createRawRecord(createValues('Mine'), { _version: 6 })],
    history: opened,
  })
  expect(await saveLive(createContext(createValues('Mine')))).toMatchObject({ record: { version: 6 } })
  expect(sent.at(-1)).toEqual({ ...createValues('Mine'), _version: '5' })
  const theirs = createConflict(createRawRecord(createValues('Theirs'), { _version: 5 }))
  await expect(saveLive(createServer({ update: [theirs], history: opened }).asked(createValues('Mine')))).rejects.toBe(theirs)
})

test('a record that was deleted meanwhile is said to be so', async () => {
  const { asked: createContext } = createServer({ update: [new UserError(404, 'There is no such record.')] })
  await expect(saveLive(createContext(createValues('Mine')))).rejects.toThrow(
    /^This record was deleted meanwhile, so nothing was saved\./,
  )
})

test('what a form of the live record changes goes into the draft, beside what is drafted already', async () => {
  const live = createRawRecord(createValues('Old', 'Old'), { _version: 4 })
  const { asked: createContext, sent } = createServer({
    live,
    drafted: { ...live, accodingTitle: 'Drafted', _draft: 2 },
    update: [live],
  })
  const answer = await stageLiveEdits(createContext(createValues('Old', 'Mine')))
  expect(sent).toEqual([{ ...createValues('Drafted', 'Mine'), _version: '4', _draft: '2' }])
  expect(answer).toEqual({ notice: 'Saved', values: createValues('Old', 'Old'), expectedVersion: { _version: '4' } })
})

test('a field of which the draft has other words already is asked about there', async () => {
  const live = createRawRecord(createValues('Old', 'Old'), { _version: 4 })
  const { asked: createContext, sent } = createServer({ live, drafted: { ...live, accodingTitle: 'Drafted', _draft: 2 } })
  await expect(stageLiveEdits(createContext(createValues('Mine', 'Mine')))).rejects.toMatchObject({
    status: 409,
    fields: { accodingTitle: 'The draft says: Drafted' },
  })
  expect(sent).toEqual([])
})

test('a form of the live record is never shown what the draft makes of it', async () => {
  const live = createRawRecord(createValues('Old'), { _version: 4 })
  const late = createConflict({ ...live, accodingTitle: 'Drafted', _draft: 1 })
  const { asked: createContext } = createServer({ live, drafted: live, update: [late] })
  const refusal = await stageLiveEdits(createContext(createValues('Mine'))).catch((error: UserError) => error)
  expect(refusal).toMatchObject({ status: 409, record: undefined })
  const changed = createRawRecord(createValues('Theirs'), { _version: 5 })
  const opened = [{ version: 4, values: createValues('Old') }]
  const other = createServer({ live: changed, drafted: { ...changed, _draft: 1 }, history: opened })
  await expect(stageLiveEdits(other.asked(createValues('Mine')))).rejects.toMatchObject({
    record: { ...createValues('Theirs'), _version: 5 },
  })
})

type Replies = { update?: object[]; live?: object; drafted?: object; history?: object[] }

/** A server that gives these answers; `sent` are the bodies of the saves. */
function createServer({ update: updates = [], live, drafted, history }: Replies) {
  const sent: unknown[] = []
  const call = (async ({ path }: { path: string }, { body, query }: { body?: object; query?: { draft?: boolean } }) => {
    if (path.startsWith('/history')) return history
    if (path.startsWith('/content')) return query?.draft ? drafted : live
    sent.push(body)
    const answer = updates.shift()
    if (answer instanceof UserError) throw answer
    return { message: 'Saved', record: answer }
  }) as unknown as ApiCall
  if (!update) throw new Error('A FAQ item can be updated')
  const createContext = (body: Record<string, string>) => ({
    call,
    contentKind: faqItem,
    update,
    id: 'f1',
    body,
    expectedVersion: { _version: '4' },
  })
  return { asked: createContext, sent }
}
