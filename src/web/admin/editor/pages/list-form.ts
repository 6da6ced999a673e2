import { endpointsOf } from '../../../../contract/content/content-kind-endpoints.ts'
import {
  deleteRecord,
  listRecords,
  orderRecords,
  setVisibility,
  undeleteRecord,
} from '../../../../contract/content/content-records.ts'
import type { Change } from '../../../../contract/content/site-checks.ts'
import type { ContentKind, RecordOf } from '../../../../contract/grammar/content-kind.ts'
import type { Call } from '../../../../contract/grammar/endpoint.ts'
import { copyOf } from '../../../../contract/grammar/list-room.ts'
import { Refusal } from '../../../../contract/grammar/refusal.ts'
import { type PageForm, pageForm, type Values } from '../../../forms/form-action.ts'
import { isDraftShown } from '../../site-map.ts'
import { ANYWAY, askedFirst, foundBeforeChange } from '../form/asked-first.ts'
import { recordOf } from '../records/content-record.ts'

/** The fields of the form: which act, of which record, and for `place` the one that it is to stand before; empty for the end. */
export const ACT = 'act'
export const RECORD = 'record'
export const BEFORE = 'before'

/** What the buttons of a list do with a record. */
export type ListAct = 'up' | 'down' | 'place' | 'hide' | 'show' | 'duplicate' | 'delete' | 'undelete'

type Asked = {
  call: Call
  contentKind: ContentKind
  id: string
  before: string
  key: string | undefined
  posted: Values
  /** Into the draft of the site, where the act can be drafted. */
  query: { draft?: true }
}

type Done = { notice: string; undo?: Values }

type Act = (asked: Asked) => Promise<Done | Question>

type Question = Awaited<ReturnType<typeof askedFirst>> & object

/** The name of a list's form on its page. */
export function listFormName({ kind }: Pick<ContentKind, 'kind'>): string {
  return `${kind}-list`
}

/** The buttons of a list. Each is a post of its own, with script and without, and says how it is taken back. */
export function listForm(contentKind: ContentKind): PageForm {
  const fields = { [ACT]: { type: 'text' }, [RECORD]: { type: 'text' }, [BEFORE]: { type: 'text' } }
  return pageForm(fields, async ({ call, posted, key, request }) => {
    const isOfDraft = isDraftShown(new URL(request.url).searchParams)
    const offered: Partial<Record<string, Act>> = isOfDraft ? draftActs : acts
    const { [ACT]: act = '', [RECORD]: id = '', [BEFORE]: before = '' } = posted
    const run = Object.hasOwn(offered, act) ? offered[act] : undefined
    if (!run) throw new Refusal(400, 'This list has no such button. Please go back and try again.')
    return run({ call, contentKind, id, before, key, posted, query: isOfDraft ? { draft: true } : {} })
  })
}

const acts: Record<ListAct, Act> = {
  up: (asked) => move(asked, (ids) => stepped(ids, asked.id, -1)),
  down: (asked) => move(asked, (ids) => stepped(ids, asked.id, 1)),
  place: (asked) => move(asked, (ids) => placed(ids, asked.id, asked.before)),
  hide: (asked) => show(asked, false),
  show: (asked) => show(asked, true),
  duplicate,
  delete: async (asked) => {
    const question = await ask(asked, 'deleted', { id: asked.id, hidden: true })
    return question ?? done(asked.id, 'undelete', await asked.call(deleteRecord, { params: paramsOf(asked) }))
  },
  undelete: async (asked) => done(asked.id, 'delete', await asked.call(undeleteRecord, { params: paramsOf(asked) })),
}

/** The order is a statement about all records, and never drafted; what the draft deletes is put back there. */
const draftActs = {
  hide: acts.hide,
  show: acts.show,
  delete: async (asked) => ({
    notice: (await asked.call(deleteRecord, { params: paramsOf(asked), query: asked.query })).message,
  }),
} satisfies Partial<Record<ListAct, Act>>

async function show(asked: Asked, isShown: boolean) {
  const { call, id, query } = asked
  const body = { hidden: !isShown }
  const question = await ask(asked, isShown ? 'shown' : 'hidden', { id, ...body })
  if (question) return question
  const reply = await call(setVisibility, { params: paramsOf(asked), query, body })
  return done(asked.id, isShown ? 'hide' : 'show', reply)
}

/** The order as it is now is what changes: somebody else may have moved or added some since the page was made. */
async function move(asked: Asked, reorder: (ids: readonly string[]) => string[]) {
  const { call, contentKind, id } = asked
  const params = { kind: contentKind.kind }
  const before = (await call(listRecords, { params, query: { hidden: true } })).map(({ _id }) => _id)
  const body = { ids: reorder(before) }
  const question = await ask(asked, 'moved', body)
  if (question) return question
  const reply = await call(orderRecords, { params, body })
  return done(id, 'place', reply, before[before.indexOf(id) + 1])
}

/** A copy stands right behind its original. */
async function duplicate({ call, contentKind, id, key }: Asked) {
  const { kind } = contentKind
  const all = await call(listRecords, { params: { kind }, query: { hidden: true } })
  const records = all.map((one) => recordOf(contentKind, one as unknown as RecordOf<ContentKind>))
  const original = records.find((one) => one.id === id)
  if (!original) throw new Refusal(404, 'There is no such record.')
  const valuesOfAll = records.map(({ values }) => values)
  const body = copyOf(contentKind, original.values, valuesOfAll)
  if (!body) throw new Refusal(409, 'There is a record for each choice already, so there is no room for a copy.')
  const reply = await call(endpointsOf(contentKind).add, { body, key })
  const copy = recordOf(contentKind, reply.record as unknown as RecordOf<ContentKind>).id
  const ids = records.map((one) => one.id)
  await call(orderRecords, { params: { kind }, body: { ids: placed([...ids, copy], copy, ids[ids.indexOf(id) + 1]) } })
  return done(copy, 'delete', reply)
}

/** What the act would newly break; visitors see nothing of a draft before it is published. */
async function ask({ call, contentKind, posted, query }: Asked, done: string, change: Change) {
  return query.draft ? undefined : askedFirst(posted, done, () => foundBeforeChange(call, contentKind, change))
}

/** What is taken back was there before: that is not asked about. */
function done(id: string, undo: ListAct, { message }: { message: string }, before = '') {
  return { notice: message, undo: { [ACT]: undo, [RECORD]: id, [BEFORE]: before, [ANYWAY]: '1' } }
}

function paramsOf({ contentKind: { kind }, id }: Asked) {
  return { kind, id }
}

function stepped(ids: readonly string[], id: string, step: 1 | -1): string[] {
  const from = ids.indexOf(id)
  const to = Math.min(Math.max(from + step, 0), ids.length - 1)
  return from < 0 ? [...ids] : ids.toSpliced(from, 1).toSpliced(to, 0, id)
}

/** With one of them before another, or at the end. */
export function placed(ids: readonly string[], id: string, before = ''): string[] {
  if (!ids.includes(id)) return [...ids]
  const others = ids.filter((one) => one !== id)
  const at = others.indexOf(before)
  return others.toSpliced(at < 0 ? others.length : at, 0, id)
}
