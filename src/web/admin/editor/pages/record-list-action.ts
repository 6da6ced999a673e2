import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import {
  deleteRecordEndpoint,
  listEditorRecordsEndpoint,
  reorderRecordsEndpoint,
  setRecordVisibilityEndpoint,
  undeleteRecordEndpoint,
} from '#contract/content/content-record-endpoints.ts'
import type { ProposedRecordsChange } from '#contract/content/site-audit.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { buildCopiedRecordValues } from '#contract/core/copied-record-values.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { FormDefinition, Values } from '#web/forms/form-action.ts'
import { hiddenFieldSpec } from '#web/forms/form-field.tsx'
import { hasDraftParam } from '../../admin-paths.ts'
import { defineUndoableForm, type FormResultWithUndo } from '../../forms/undoable-form.ts'
import { buildNewFindingsQuestion, loadUnsavedChangeFindings, PROCEED_ANYWAY_FIELD } from '../form/build-new-findings-question.ts'
import { parseEditorRecord } from '../records/load-editor-records.ts'
import { sendRecordValues } from '../records/send-values-under-markdown-names.ts'

/** The form's fields: the action, the record's id, and for `place` the next record's id. An empty text means the end. */
export const ACTION_FIELD = 'act'
export const RECORD_ID_FIELD = 'record'
export const PLACE_BEFORE_FIELD = 'before'

export type RecordListActionName = 'up' | 'down' | 'place' | 'hide' | 'show' | 'duplicate' | 'delete' | 'undelete'

type ActionContext = {
  call: ApiCallFunction
  contentKind: ContentKind
  id: string
  before: string
  key: string | undefined
  postedValues: Values
  /** `draft` is set in draft mode and makes the call stage its change. */
  query: { draft?: true }
}

type ActionHandler = (context: ActionContext) => Promise<FormResultWithUndo>

export function getRecordListFormName({ kind }: Pick<ContentKind, 'kind'>): string {
  return `${kind}-list`
}

/** Handles the buttons of a list. The answer has an undo, except after a staged delete. */
export function defineRecordListForm(contentKind: ContentKind): FormDefinition {
  const fields = { [ACTION_FIELD]: hiddenFieldSpec, [RECORD_ID_FIELD]: hiddenFieldSpec, [PLACE_BEFORE_FIELD]: hiddenFieldSpec }
  return defineUndoableForm(fields, async ({ call, postedValues, values, key, request }) => {
    const isDraftMode = hasDraftParam(new URL(request.url).searchParams)
    const availableActions: Partial<Record<string, ActionHandler>> = isDraftMode ? draftModeActions : liveActions
    const { [ACTION_FIELD]: action, [RECORD_ID_FIELD]: id, [PLACE_BEFORE_FIELD]: before } = values
    const handleAction = Object.hasOwn(availableActions, action) ? availableActions[action] : undefined
    if (!handleAction) throw new UserError(400, 'This button doesn’t work here. Go back and try again.')
    return handleAction({ call, contentKind, id, before, key, postedValues, query: isDraftMode ? { draft: true } : {} })
  })
}

const liveActions: Record<RecordListActionName, ActionHandler> = {
  up: (context) => moveRecord(context, (ids) => moveByStep(ids, context.id, -1)),
  down: (context) => moveRecord(context, (ids) => moveByStep(ids, context.id, 1)),
  place: (context) => moveRecord(context, (ids) => moveIdBefore(ids, context.id, context.before)),
  hide: (context) => setVisibility(context, false),
  show: (context) => setVisibility(context, true),
  duplicate,
  delete: async (context) => {
    const warning = await warnAboutNewFindings(context, 'Delete', { id: context.id, hidden: true })
    return warning ?? deleteWithUndo(context)
  },
  undelete,
}

/** A release can't reorder records. An admin undoes a staged delete on the release page. */
const draftModeActions = {
  hide: liveActions.hide,
  show: liveActions.show,
  delete: async (context) => ({
    notice: (await context.call(deleteRecordEndpoint, { params: getRecordParams(context), query: context.query })).message,
  }),
} satisfies Partial<Record<RecordListActionName, ActionHandler>>

async function deleteWithUndo(context: ActionContext) {
  const { message: notice } = await context.call(deleteRecordEndpoint, { params: getRecordParams(context) })
  return { notice, undo: () => undelete(context) }
}

async function undelete(context: ActionContext): Promise<FormResultWithUndo> {
  const { message: notice } = await context.call(undeleteRecordEndpoint, { params: getRecordParams(context) })
  return { notice, undo: () => deleteWithUndo(context) }
}

async function setVisibility(context: ActionContext, isShown: boolean): Promise<FormResultWithUndo> {
  const { call, id, query } = context
  const body = { hidden: !isShown }
  const warning = await warnAboutNewFindings(context, isShown ? 'Show' : 'Hide', { id, ...body })
  if (warning) return warning
  const { message: notice } = await call(setRecordVisibilityEndpoint, { params: getRecordParams(context), query, body })
  return { notice, undo: () => setVisibility(withoutQuestion(context), !isShown) }
}

/** Reads the current order first, because another admin may have changed it since the page loaded. */
async function moveRecord(context: ActionContext, reorder: (ids: readonly string[]) => string[]): Promise<FormResultWithUndo> {
  const { call, contentKind, id } = context
  const params = { kind: contentKind.kind }
  const currentIds = (await call(listEditorRecordsEndpoint, { params, query: { hidden: true } })).map(({ _id }) => _id)
  const body = { ids: reorder(currentIds) }
  const warning = await warnAboutNewFindings(context, 'Move', body)
  if (warning) return warning
  const { message: notice } = await call(reorderRecordsEndpoint, { params, body })
  const nextId = currentIds[currentIds.indexOf(id) + 1]
  return { notice, undo: () => moveRecord(withoutQuestion(context), (ids) => moveIdBefore(ids, id, nextId)) }
}

/** Adds a copy right after its original. */
async function duplicate(context: ActionContext) {
  const { call, contentKind, id, key } = context
  const { kind } = contentKind
  const rawRecords = await call(listEditorRecordsEndpoint, { params: { kind }, query: { hidden: true } })
  const records = rawRecords.map((rawRecord) => parseEditorRecord(contentKind, rawRecord))
  const original = records.find((record) => record.id === id)
  if (!original) throw new UserError(404, 'This doesn’t exist anymore.')
  const allValues = records.map(({ values }) => values)
  const body = buildCopiedRecordValues(contentKind, original.values, allValues)
  if (!body) throw new UserError(409, 'You already have one of each, so you can’t add a copy.')
  const { add } = getReadAddAndUpdateEndpoints(contentKind)
  const reply = await sendRecordValues(contentKind, body, (requestBody) => call(add, { body: requestBody, key }))
  const copyId = parseEditorRecord(contentKind, reply.record).id
  const ids = records.map((record) => record.id)
  const reorderedIds = moveIdBefore([...ids, copyId], copyId, ids[ids.indexOf(id) + 1])
  await call(reorderRecordsEndpoint, { params: { kind }, body: { ids: reorderedIds } })
  return { notice: reply.message, undo: () => deleteWithUndo({ ...context, id: copyId }) }
}

/** Asks about problems that the action would add. A staged action changes nothing that visitors see, so it needs no question. */
async function warnAboutNewFindings(
  { call, contentKind, postedValues, query }: ActionContext,
  action: string,
  change: ProposedRecordsChange,
) {
  return query.draft
    ? undefined
    : buildNewFindingsQuestion(postedValues, action, () => loadUnsavedChangeFindings(call, contentKind, change))
}

/** An undo restores an earlier state of the site, so it asks nothing. */
function withoutQuestion(context: ActionContext): ActionContext {
  return { ...context, postedValues: { [PROCEED_ANYWAY_FIELD]: '1' } }
}

function getRecordParams({ contentKind: { kind }, id }: ActionContext) {
  return { kind, id }
}

function moveByStep(ids: readonly string[], id: string, step: 1 | -1): string[] {
  const from = ids.indexOf(id)
  const to = Math.min(Math.max(from + step, 0), ids.length - 1)
  return from < 0 ? [...ids] : ids.toSpliced(from, 1).toSpliced(to, 0, id)
}

/** Moves `id` before `nextId`, or to the end if the list doesn't hold `nextId`. */
export function moveIdBefore(ids: readonly string[], id: string, nextId = ''): string[] {
  if (!ids.includes(id)) return [...ids]
  const otherIds = ids.filter((otherId) => otherId !== id)
  const position = otherIds.indexOf(nextId)
  return otherIds.toSpliced(position < 0 ? otherIds.length : position, 0, id)
}
