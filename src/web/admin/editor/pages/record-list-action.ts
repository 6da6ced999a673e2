import { getContentKindEndpoints } from '../../../../contract/content/content-kind-endpoints.ts'
import {
  deleteRecord,
  listRecords,
  reorderRecords,
  setRecordVisibility,
  undeleteRecord,
} from '../../../../contract/content/content-records.ts'
import type { ProposedChange } from '../../../../contract/content/site-audit.ts'
import type { ContentKind, ContentRecord } from '../../../../contract/core/content-kind.ts'
import type { ApiCall } from '../../../../contract/core/endpoint.ts'
import { buildRecordCopy } from '../../../../contract/core/unique-field-values.ts'
import { UserError } from '../../../../contract/core/user-error.ts'
import { defineForm, type FormDefinition, type Values } from '../../../forms/form-action.ts'
import { hasDraftParam } from '../../navigation.ts'
import { buildNewFindingsWarning, loadChangeFindings, PROCEED_ANYWAY_FIELD } from '../form/new-findings.ts'
import { parseContentRecord } from '../records/content-record.ts'

/** The fields of the form: which act, of which record, and for `place` the one that it is to stand before; empty for the end. */
export const ACTION_FIELD = 'act'
export const RECORD_FIELD = 'record'
export const BEFORE_FIELD = 'before'

/** What the buttons of a list do with a record. */
export type RecordListAction = 'up' | 'down' | 'place' | 'hide' | 'show' | 'duplicate' | 'delete' | 'undelete'

type ActionContext = {
  call: ApiCall
  contentKind: ContentKind
  id: string
  before: string
  key: string | undefined
  posted: Values
  /** Into the draft of the site, where the act can be drafted. */
  query: { draft?: true }
}

type ActionResult = { notice: string; undo?: Values }

type ActionHandler = (context: ActionContext) => Promise<ActionResult | FindingsWarning>

type FindingsWarning = Awaited<ReturnType<typeof buildNewFindingsWarning>> & object

/** The name of a list's form on its page. */
export function getRecordListFormName({ kind }: Pick<ContentKind, 'kind'>): string {
  return `${kind}-list`
}

/** The buttons of a list. Each is a post of its own, with script and without, and says how it is taken back. */
export function createRecordListAction(contentKind: ContentKind): FormDefinition {
  const fields = { [ACTION_FIELD]: { type: 'text' }, [RECORD_FIELD]: { type: 'text' }, [BEFORE_FIELD]: { type: 'text' } }
  return defineForm(fields, async ({ call, postedValues: posted, key, request }) => {
    const isDraftMode = hasDraftParam(new URL(request.url).searchParams)
    const availableActions: Partial<Record<string, ActionHandler>> = isDraftMode ? draftModeActions : liveActions
    const { [ACTION_FIELD]: action = '', [RECORD_FIELD]: id = '', [BEFORE_FIELD]: before = '' } = posted
    const run = Object.hasOwn(availableActions, action) ? availableActions[action] : undefined
    if (!run) throw new UserError(400, 'This list has no such button. Please go back and try again.')
    return run({ call, contentKind, id, before, key, posted, query: isDraftMode ? { draft: true } : {} })
  })
}

const liveActions: Record<RecordListAction, ActionHandler> = {
  up: (context) => moveRecord(context, (ids) => moveByStep(ids, context.id, -1)),
  down: (context) => moveRecord(context, (ids) => moveByStep(ids, context.id, 1)),
  place: (context) => moveRecord(context, (ids) => moveBefore(ids, context.id, context.before)),
  hide: (context) => setShown(context, false),
  show: (context) => setShown(context, true),
  duplicate,
  delete: async (context) => {
    const warning = await warnAboutNewFindings(context, 'deleted', { id: context.id, hidden: true })
    return warning ?? buildResult(context.id, 'undelete', await context.call(deleteRecord, { params: getRecordParams(context) }))
  },
  undelete: async (context) =>
    buildResult(context.id, 'delete', await context.call(undeleteRecord, { params: getRecordParams(context) })),
}

/** The order is a statement about all records, and never drafted; what the draft deletes is put back there. */
const draftModeActions = {
  hide: liveActions.hide,
  show: liveActions.show,
  delete: async (context) => ({
    notice: (await context.call(deleteRecord, { params: getRecordParams(context), query: context.query })).message,
  }),
} satisfies Partial<Record<RecordListAction, ActionHandler>>

async function setShown(context: ActionContext, isShown: boolean) {
  const { call, id, query } = context
  const body = { hidden: !isShown }
  const warning = await warnAboutNewFindings(context, isShown ? 'shown' : 'hidden', { id, ...body })
  if (warning) return warning
  const reply = await call(setRecordVisibility, { params: getRecordParams(context), query, body })
  return buildResult(context.id, isShown ? 'hide' : 'show', reply)
}

/** The order as it is now is what changes: somebody else may have moved or added some since the page was made. */
async function moveRecord(context: ActionContext, reorder: (ids: readonly string[]) => string[]) {
  const { call, contentKind, id } = context
  const params = { kind: contentKind.kind }
  const before = (await call(listRecords, { params, query: { hidden: true } })).map(({ _id }) => _id)
  const body = { ids: reorder(before) }
  const warning = await warnAboutNewFindings(context, 'moved', body)
  if (warning) return warning
  const reply = await call(reorderRecords, { params, body })
  return buildResult(id, 'place', reply, before[before.indexOf(id) + 1])
}

/** A copy stands right behind its original. */
async function duplicate({ call, contentKind, id, key }: ActionContext) {
  const { kind } = contentKind
  const all = await call(listRecords, { params: { kind }, query: { hidden: true } })
  const records = all.map((one) => parseContentRecord(contentKind, one as unknown as ContentRecord<ContentKind>))
  const original = records.find((one) => one.id === id)
  if (!original) throw new UserError(404, 'There is no such record.')
  const allValues = records.map(({ values }) => values)
  const body = buildRecordCopy(contentKind, original.values, allValues)
  if (!body) throw new UserError(409, 'There is a record for each choice already, so there is no room for a copy.')
  const reply = await call(getContentKindEndpoints(contentKind).add, { body, key })
  const copy = parseContentRecord(contentKind, reply.record as unknown as ContentRecord<ContentKind>).id
  const ids = records.map((one) => one.id)
  await call(reorderRecords, { params: { kind }, body: { ids: moveBefore([...ids, copy], copy, ids[ids.indexOf(id) + 1]) } })
  return buildResult(copy, 'delete', reply)
}

/** What the act would newly break; visitors see nothing of a draft before it is published. */
async function warnAboutNewFindings(
  { call, contentKind, posted, query }: ActionContext,
  actionVerb: string,
  change: ProposedChange,
) {
  return query.draft
    ? undefined
    : buildNewFindingsWarning(posted, actionVerb, () => loadChangeFindings(call, contentKind, change))
}

/** What is taken back was there before: that is not asked about. */
function buildResult(id: string, undo: RecordListAction, { message }: { message: string }, before = '') {
  return {
    notice: message,
    undo: { [ACTION_FIELD]: undo, [RECORD_FIELD]: id, [BEFORE_FIELD]: before, [PROCEED_ANYWAY_FIELD]: '1' },
  }
}

function getRecordParams({ contentKind: { kind }, id }: ActionContext) {
  return { kind, id }
}

function moveByStep(ids: readonly string[], id: string, step: 1 | -1): string[] {
  const from = ids.indexOf(id)
  const to = Math.min(Math.max(from + step, 0), ids.length - 1)
  return from < 0 ? [...ids] : ids.toSpliced(from, 1).toSpliced(to, 0, id)
}

/** With one of them before another, or at the end. */
export function moveBefore(ids: readonly string[], id: string, before = ''): string[] {
  if (!ids.includes(id)) return [...ids]
  const others = ids.filter((one) => one !== id)
  const at = others.indexOf(before)
  return others.toSpliced(at < 0 ? others.length : at, 0, id)
}
