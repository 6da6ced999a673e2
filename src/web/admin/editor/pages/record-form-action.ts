import { deleteAutosaveEndpoint, NEW_RECORD_ID } from '#contract/content/autosaves.ts'
import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import { deleteRecordEndpoint } from '#contract/content/content-record-endpoints.ts'
import { restoreRecordVersionEndpoint } from '#contract/content/record-history.ts'
import type { SiteAuditFinding } from '#contract/content/site-audit.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { PASSWORD_CONFIRMATION_FIELD } from '#contract/core/user-error.ts'
import { defineForm, type FormDefinition, type Values } from '#web/forms/form-action.ts'
import { hasDraftParam } from '../../admin-paths.ts'
import { submitPasswordConfirmation } from '../../forms/password-confirmation-field.tsx'
import { buildSaveQuestionAndSuggestions, loadUnsavedChangeFindings } from '../form/build-new-findings-question.ts'
import { buildExpectedVersionFields, readExpectedVersion, VERSION_FIELD } from '../form/expected-version-fields.ts'
import type { EditorRecord } from '../records/load-editor-records.ts'
import { getRecordEditorPath } from '../records/record-titles.ts'
import { sendRecordValues } from '../records/send-values-under-markdown-names.ts'
import { SAVE_AS_DRAFT_FIELD } from '../release/draft-controls.tsx'
import { parseSavedRecordReply, type SavedRecordReply, saveRecord } from './save-record.ts'

/** The fields of an undo: the version to restore, or the id of the added record to delete. */
const RESTORE_FIELD = '_restore'
const REMOVE_FIELD = '_remove'
/** The id of the record that the add form replaces, if the admin chose that. */
export const REPLACED_RECORD_ID_FIELD = '_replace'

/** Handles the form of a record. Adds a record without an `id`, else updates it. The answer to a live save has an undo. */
export function defineSaveRecordForm(contentKind: ContentKind, pageRecordId?: string): FormDefinition {
  const { add, update } = getReadAddAndUpdateEndpoints(contentKind)
  return defineForm(contentKind.fields, async ({ call, postedValues, key, request }) => {
    const { kind } = contentKind
    const replacedId = postedValues[REPLACED_RECORD_ID_FIELD]
    const id = pageRecordId ?? replacedId
    const [restoredVersion, removedId] = [postedValues[RESTORE_FIELD], postedValues[REMOVE_FIELD]]
    const expectedVersion = readExpectedVersion(postedValues)
    if (removedId !== undefined)
      return { notice: (await call(deleteRecordEndpoint, { params: { kind, id: removedId } })).message }
    if (restoredVersion !== undefined && id !== undefined) {
      const body = { version: Number(restoredVersion), ...expectedVersion }
      return buildSavedAnswer(
        parseSavedRecordReply(contentKind, await call(restoreRecordVersionEndpoint, { params: { kind, id }, body })),
      )
    }
    await submitPasswordConfirmation(call, postedValues[PASSWORD_CONFIRMATION_FIELD])
    const body = pickFieldValues(contentKind, postedValues)
    const isDraftMode = hasDraftParam(new URL(request.url).searchParams)
    const isStaging = isDraftMode || postedValues[SAVE_AS_DRAFT_FIELD] === '1'
    const change = { ...(id !== undefined && { id }), values: body }
    const loadFindings = async () => (isStaging ? [] : loadUnsavedChangeFindings(call, contentKind, change))
    const { warning, notes } = await buildSaveQuestionAndSuggestions(postedValues, loadFindings)
    if (warning) return warning
    if (id === undefined || !update) {
      const query = isStaging && { query: { draft: true } }
      const reply = await sendRecordValues(contentKind, body, (requestBody) => call(add, { ...query, body: requestBody, key }))
      if (isStaging) return { notice: reply.message }
      const saved = parseSavedRecordReply(contentKind, reply)
      const answer = buildSavedAnswer(saved, ({ id }) => ({ [REMOVE_FIELD]: id }))
      return addNotes(answer, locateInRecord(notes, contentKind, saved.record))
    }
    const opened = isDraftMode ? 'draft' : 'live'
    const saved = await saveRecord({ call, contentKind, update, id, body, expectedVersion, opened, isStaging })
    if (isDraftMode) return buildSavedAnswer(saved)
    // This form keeps its live values, and the draft names their version.
    if (isStaging)
      return { notice: saved.message, values: {}, expectedVersion: buildExpectedVersionFields({ version: saved.record.version }) }
    const answer = buildSavedAnswer(saved, ({ version = 1 }) => ({
      [RESTORE_FIELD]: String(version - 1),
      [VERSION_FIELD]: String(version),
      ...(replacedId && { [REPLACED_RECORD_ID_FIELD]: replacedId }),
    }))
    if (replacedId) await call(deleteAutosaveEndpoint, { params: { kind, id: NEW_RECORD_ID } }).catch(() => undefined)
    return addNotes(answer, notes)
  })
}

function buildSavedAnswer({ message, record }: SavedRecordReply, buildUndo?: (record: EditorRecord) => Values) {
  const expectedVersion = buildExpectedVersionFields(record)
  const answer = { notice: message, values: record.values }
  return expectedVersion ? { ...answer, expectedVersion, ...(buildUndo && { undo: buildUndo(record) }) } : answer
}

function addNotes<A extends object>(answer: A, notes: readonly SiteAuditFinding[]) {
  return notes.length > 0 ? { ...answer, notes } : answer
}

/** Points findings about the add form to the editor of the record that it added. */
function locateInRecord(notes: readonly SiteAuditFinding[], contentKind: ContentKind, record: EditorRecord) {
  const { kind, editor } = contentKind
  const [addForm, editorPath] = [`${editor.home}#add-${kind}-`, getRecordEditorPath(contentKind, record)]
  return notes.map((finding) => {
    const { name, path } = finding.place
    if (!editorPath || !path.startsWith(addForm)) return finding
    return { ...finding, place: { name, path: `${editorPath}#edit-${kind}-${path.slice(addForm.length)}` } }
  })
}

function pickFieldValues({ fields }: ContentKind, postedValues: Values): Values {
  return Object.fromEntries(Object.entries(postedValues).filter(([name]) => Object.hasOwn(fields, name)))
}
