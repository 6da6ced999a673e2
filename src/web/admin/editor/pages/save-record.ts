import type { ContentKindEndpoints } from '#contract/content/content-kind-endpoints.ts'
import { listRecordVersionsEndpoint } from '#contract/content/record-history.ts'
import { STAGED_MESSAGE } from '#contract/content/staged-record-ids-endpoint.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { isUserError, UserError } from '#contract/core/user-error.ts'
import type { Values } from '#web/forms/form-action.ts'
import { pickChangedValues } from '../../forms/form-values-store.ts'
import { buildExpectedVersionFields, parseExpectedRecordVersion } from '../form/expected-version-fields.ts'
import { type EditorRecord, loadEditorRecord, parseEditorRecord } from '../records/load-editor-records.ts'
import { sendRecordValues } from '../records/send-values-under-markdown-names.ts'

/** The server's answer to a save. `message` is the alert. */
export type SavedRecordReply = { message: string; record: EditorRecord }

export function parseSavedRecordReply(
  contentKind: ContentKind,
  { message, record }: { message: string; record: unknown },
): SavedRecordReply {
  return { message, record: parseEditorRecord(contentKind, record) }
}

type SaveContext = {
  call: ApiCallFunction
  contentKind: ContentKind
  update: NonNullable<ContentKindEndpoints['update']>
  id: string
  body: Values
  /** The versions that the admin last read. */
  expectedVersion: Values | undefined
}

const CHANGED_MESSAGE = 'Someone else changed this while you had it open, so nothing was saved. Compare both, then save again.'
const DELETED_MESSAGE =
  'Someone deleted this, so nothing was saved. Restore it from the trash below its list, then save again. Your text stays here.'
const STAGED_DELETE_MESSAGE = 'A draft deletes this, so nothing was saved. Discard that draft first.'
const STAGED_CONFLICT_MESSAGE =
  'Nothing was saved: a draft has different text here. Continue in the draft, where your text is kept.'

/** Saves the live record. Throws a 409 with the current record if another save has changed its values since. */
export async function saveLiveRecord(context: SaveContext): Promise<SavedRecordReply> {
  try {
    return await send(context)
  } catch (error) {
    const record = getConflictingRecord(context, error)
    const { updated, added } = context.contentKind.messages
    if (isAlreadySaved(context, record)) return { message: updated ?? added, record }
    if (await hasOtherChanges(context, record)) throw error
    return send({ ...context, expectedVersion: buildExpectedVersionFields(record) })
  }
}

/** Stages the values of a draft-mode form. Throws a 409 with the staged record if another save has changed it since. */
export async function saveStagedRecord(context: SaveContext): Promise<SavedRecordReply> {
  try {
    return await send(context, true)
  } catch (error) {
    const record = getConflictingRecord(context, error)
    if (isAlreadySaved(context, record)) return { message: STAGED_MESSAGE, record }
    throw error
  }
}

/**
 * Stages the edits of a form that shows the live record, and merges them into an existing staged change. Returns the live
 * values, which the form keeps showing. Throws a 409 if the staged change has other values for the edited fields. Throws a
 * 409 too if another save has changed the live record.
 */
export async function stageLiveFormEdits(context: SaveContext) {
  const { call, contentKind, id, body, expectedVersion } = context
  const [liveRecord, stagedRecord] = await Promise.all([
    loadEditorRecord(call, contentKind, id).catch(rethrowDeleted),
    loadEditorRecord(call, contentKind, id, true).catch(() => undefined),
  ])
  if (!stagedRecord) throw new UserError(409, STAGED_DELETE_MESSAGE)
  if (liveRecord.version !== parseExpectedRecordVersion(expectedVersion) && (await hasOtherChanges(context, liveRecord))) {
    throw new UserError(409, CHANGED_MESSAGE, undefined, { ...liveRecord.values, _id: id, _version: liveRecord.version })
  }
  const ownChanges = pickChangedValues(liveRecord.values, body)
  const contestedFields = Object.keys(ownChanges).filter(
    (name) => ![liveRecord.values[name], ownChanges[name]].includes(stagedRecord.values[name]),
  )
  if (contestedFields.length > 0) {
    const sentences = contestedFields.map((name) => [name, `The draft has: ${stagedRecord.values[name] || 'nothing'}`])
    throw new UserError(409, STAGED_CONFLICT_MESSAGE, Object.fromEntries(sentences))
  }
  const stagedExpectedVersion = buildExpectedVersionFields({
    version: liveRecord.version,
    stagedVersion: stagedRecord.stagedVersion,
  })
  const { message } = await send(
    { ...context, body: { ...stagedRecord.values, ...ownChanges }, expectedVersion: stagedExpectedVersion },
    true,
  ).catch((error) => {
    // The error's record has staged values, which a form of the live record must not show.
    throw isUserError(error) && error.record ? new UserError(409, STAGED_CONFLICT_MESSAGE) : error
  })
  return { notice: message, values: liveRecord.values, expectedVersion: buildExpectedVersionFields(liveRecord) }
}

async function send(
  { call, contentKind, update, id, body, expectedVersion }: SaveContext,
  isDraftMode = false,
): Promise<SavedRecordReply> {
  const query = isDraftMode && { query: { draft: true } }
  const reply = sendRecordValues(contentKind, body, (requestBody) =>
    call(update, { params: { id }, ...query, body: { ...requestBody, ...expectedVersion } }),
  )
  return parseSavedRecordReply(contentKind, await reply.catch(rethrowDeleted))
}

/** Explains a 404: the form was open, so the record existed and has been deleted. */
function rethrowDeleted(error: unknown): never {
  throw isUserError(error) && error.status === 404 ? new UserError(404, DELETED_MESSAGE) : error
}

/** Returns the current record of a conflict error. Rethrows every other error. */
function getConflictingRecord({ contentKind }: SaveContext, error: unknown): EditorRecord {
  if (!isUserError(error) || !error.record) throw error
  return parseEditorRecord(contentKind, error.record)
}

/** Returns true if the stored values equal the sent ones. Then an earlier try succeeded and its reply was lost. */
function isAlreadySaved({ body }: SaveContext, { values }: EditorRecord): boolean {
  return Object.keys(pickChangedValues(values, body)).length === 0
}

/**
 * Returns whether another save has changed the record's values since the form opened. Hiding, showing and undeleting bump
 * the version but keep the values. A version that can't be read counts as changed.
 */
async function hasOtherChanges(
  { call, contentKind: { kind }, id, expectedVersion }: SaveContext,
  { values }: EditorRecord,
): Promise<boolean> {
  const version = parseExpectedRecordVersion(expectedVersion)
  if (version === undefined) return false
  const params = { kind, id }
  const [openedVersion] = await call(listRecordVersionsEndpoint, { params, query: { before: version + 1 } }).catch(() => [])
  return openedVersion?.version !== version || Object.keys(pickChangedValues(values, openedVersion.values)).length > 0
}
