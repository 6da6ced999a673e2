import { expect, test } from 'vitest'
import { endpointsOf } from '../../../../contract/content/content-kind-endpoints.ts'
import { faqItem } from '../../../../contract/content/kinds/faq-item.ts'
import { DRAFTED } from '../../../../contract/content/site-draft.ts'
import type { Call } from '../../../../contract/grammar/endpoint.ts'
import { Refusal } from '../../../../contract/grammar/refusal.ts'
import { saveDrafted, saveIntoDraft, saveLive } from './save-record.ts'

const { update } = endpointsOf(faqItem)
const words = (accodingTitle: string, accodingText = 'Months.') => ({ accodingTitle, accodingText, faqPage: 'Both' })
const wire = (values: object, notes: object) => ({ _id: 'f1', ...values, ...notes })
const outdated = (record: object) => new Refusal(409, 'Somebody saved it.', undefined, record as never)

test('a save that nobody forestalled is one call', async () => {
  const { asked, sent } = site({ update: [wire(words('Mine'), { _version: 5 })] })
  expect(await saveLive(asked(words('Mine')))).toMatchObject({ message: 'Saved', record: { version: 5 } })
  expect(sent).toEqual([{ ...words('Mine'), _version: '4' }])
})

test('a save that was carried out before, without anybody hearing of it, is saved', async () => {
  const { asked } = site({ update: [outdated(wire(words('Mine'), { _version: 5 }))] })
  expect(await saveLive(asked(words('Mine')))).toMatchObject({ message: 'FAQ Item is Updated', record: { version: 5 } })
  const drafted = site({ update: [outdated(wire(words('Mine'), { _version: 4, _draft: 2 }))] })
  expect(await saveDrafted(drafted.asked(words('Mine')))).toMatchObject({ message: DRAFTED, record: { draft: 2 } })
})

test('a record that was only hidden meanwhile is saved without a question, one whose words were changed is not', async () => {
  const hidden = outdated(wire(words('Old'), { _version: 5, _hidden: true }))
  const opened = [{ version: 4, values: words('Old') }]
  const { asked, sent } = site({ update: [hidden, wire(words('Mine'), { _version: 6 })], history: opened })
  expect(await saveLive(asked(words('Mine')))).toMatchObject({ record: { version: 6 } })
  expect(sent.at(-1)).toEqual({ ...words('Mine'), _version: '5' })
  const theirs = outdated(wire(words('Theirs'), { _version: 5 }))
  await expect(saveLive(site({ update: [theirs], history: opened }).asked(words('Mine')))).rejects.toBe(theirs)
})

test('a record that was deleted meanwhile is said to be so', async () => {
  const { asked } = site({ update: [new Refusal(404, 'There is no such record.')] })
  await expect(saveLive(asked(words('Mine')))).rejects.toThrow(/^This record was deleted meanwhile, so nothing was saved\./)
})

test('what a form of the live record changes goes into the draft, beside what is drafted already', async () => {
  const live = wire(words('Old', 'Old'), { _version: 4 })
  const { asked, sent } = site({ live, drafted: { ...live, accodingTitle: 'Drafted', _draft: 2 }, update: [live] })
  const answer = await saveIntoDraft(asked(words('Old', 'Mine')))
  expect(sent).toEqual([{ ...words('Drafted', 'Mine'), _version: '4', _draft: '2' }])
  expect(answer).toEqual({ notice: 'Saved', values: words('Old', 'Old'), seen: { _version: '4' } })
})

test('a field of which the draft has other words already is asked about there', async () => {
  const live = wire(words('Old', 'Old'), { _version: 4 })
  const { asked, sent } = site({ live, drafted: { ...live, accodingTitle: 'Drafted', _draft: 2 } })
  await expect(saveIntoDraft(asked(words('Mine', 'Mine')))).rejects.toMatchObject({
    status: 409,
    fields: { accodingTitle: 'The draft says: Drafted' },
  })
  expect(sent).toEqual([])
})

test('a form of the live record is never shown what the draft makes of it', async () => {
  const live = wire(words('Old'), { _version: 4 })
  const late = outdated({ ...live, accodingTitle: 'Drafted', _draft: 1 })
  const { asked } = site({ live, drafted: live, update: [late] })
  const refusal = await saveIntoDraft(asked(words('Mine'))).catch((error: Refusal) => error)
  expect(refusal).toMatchObject({ status: 409, record: undefined })
  const changed = wire(words('Theirs'), { _version: 5 })
  const opened = [{ version: 4, values: words('Old') }]
  const other = site({ live: changed, drafted: { ...changed, _draft: 1 }, history: opened })
  await expect(saveIntoDraft(other.asked(words('Mine')))).rejects.toMatchObject({ record: { ...words('Theirs'), _version: 5 } })
})

type Replies = { update?: object[]; live?: object; drafted?: object; history?: object[] }

/** A server that gives these answers; `sent` are the bodies of the saves. */
function site({ update: updates = [], live, drafted, history }: Replies) {
  const sent: unknown[] = []
  const call = (async ({ path }: { path: string }, { body, query }: { body?: object; query?: { draft?: boolean } }) => {
    if (path.startsWith('/history')) return history
    if (path.startsWith('/content')) return query?.draft ? drafted : live
    sent.push(body)
    const answer = updates.shift()
    if (answer instanceof Refusal) throw answer
    return { message: 'Saved', record: answer }
  }) as unknown as Call
  if (!update) throw new Error('A FAQ item can be updated')
  const asked = (body: Record<string, string>) => ({
    call,
    contentKind: faqItem,
    update,
    id: 'f1',
    body,
    seen: { _version: '4' },
  })
  return { asked, sent }
}
