import { deleteAutosaveEndpoint, NEW_RECORD_ID } from '#contract/content/autosaves.ts'
import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import { deleteRecordEndpoint } from '#contract/content/content-record-endpoints.ts'
import { restoreRecordVersionEndpoint } from '#contract/content/record-history.ts'
import type { SiteAuditFinding } from '#contract/content/site-audit.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { isUserError, PASSWORD_CONFIRMATION_FIELD, UserError } from '#contract/core/user-error.ts'
import type { FormDefinition, Values } from '#web/forms/form-action.ts'
import { hasDraftParam } from '../../admin-paths.ts'
import { submitPasswordConfirmation } from '../../forms/password-confirmation-field.tsx'
import { defineUndoableForm, type FormResultWithUndo } from '../../forms/undoable-form.ts'
import { buildSaveQuestionAndSuggestions, loadUnsavedChangeFindings } from '../form/build-new-findings-question.ts'
import { type EditorRecord, parseEditorRecord, parseRecordVersions, toVersionFields } from '../records/load-editor-records.ts'
import { getRecordEditorPath } from '../records/record-titles.ts'
import { sendRecordValues } from '../records/send-values-under-markdown-names.ts'
import { SAVE_AS_DRAFT_FIELD } from '../release/draft-controls.tsx'

/** The id of the record that the add form replaces, if the admin chose that. */
export const REPLACED_RECORD_ID_FIELD = '_replace'

const DELETED_MESSAGE =
  'Someone deleted this, so nothing was saved. Restore it from the trash below its list, then save again. Your text stays here.'

/** Handles the form of a record. Adds a record without an `id`, else updates it. The answer to a live save has an undo. */
export function defineSaveRecordForm(contentKind: ContentKind, pageRecordId?: string): FormDefinition {
  const { kind } = contentKind
  const { add, update } = getReadAddAndUpdateEndpoints(contentKind)
  return defineUndoableForm(contentKind.fields, async ({ call, postedValues, key, request }): Promise<FormResultWithUndo> => {
    const replacedId = postedValues[REPLACED_RECORD_ID_FIELD]
    const id = pageRecordId ?? replacedId
    await submitPasswordConfirmation(call, postedValues[PASSWORD_CONFIRMATION_FIELD])
    const values = Object.fromEntries(Object.entries(postedValues).filter(([name]) => Object.hasOwn(contentKind.fields, name)))
    const isDraftMode = hasDraftParam(new URL(request.url).searchParams)
    const isStaging = isDraftMode || postedValues[SAVE_AS_DRAFT_FIELD] === '1'
    const query = isStaging && { query: { draft: true } }
    const change = { ...(id !== undefined && { id }), values }
    const loadFindings = async () => (isStaging ? [] : loadUnsavedChangeFindings(call, contentKind, change))
    const { warning, notes } = await buildSaveQuestionAndSuggestions(postedValues, loadFindings)
    if (warning) return warning
    if (id === undefined || !update) {
      const { message: notice, record } = await sendRecordValues(contentKind, values, (body) =>
        call(add, { ...query, body, key }),
      )
      if (isStaging) return { notice }
      const added = parseEditorRecord(contentKind, record)
      const undo = async () => ({ notice: (await call(deleteRecordEndpoint, { params: { kind, id: added.id } })).message })
      return { notice, record, undo, ...withNotes(locateInRecord(notes, contentKind, added)) }
    }
    const opened = isDraftMode ? 'draft' : 'live'
    const versions = toVersionFields(parseRecordVersions(postedValues))
    const send = (body: Values) => call(update, { params: { id }, ...query, body: { ...body, ...versions, _opened: opened } })
    const { message: notice, record } = await sendRecordValues(contentKind, values, send).catch(rethrowForForm(opened))
    const { _version: version = 1 } = record
    // This form keeps its live values, and the draft names their version.
    if (isStaging) return { notice, record: isDraftMode ? record : { _version: version } }
    if (replacedId) await call(deleteAutosaveEndpoint, { params: { kind, id: NEW_RECORD_ID } }).catch(() => undefined)
    const undoBody = { version: version - 1, _version: version }
    const undo = async () => {
      const restored = await call(restoreRecordVersionEndpoint, { params: { kind, id }, body: undoBody })
      return { notice: restored.message, record: restored.record }
    }
    return { notice, record, undo, ...withNotes(notes) }
  })
}

function rethrowForForm(opened: 'live' | 'draft') {
  return (error: unknown): never => {
    if (!isUserError(error)) throw error
    // The form was open, so the record existed.
    if (error.status === 404) throw new UserError(404, DELETED_MESSAGE)
    // The previous version answers with the draft, which a form of the live record must not show.
    if (opened === 'live' && error.record && '_draft' in error.record) throw new UserError(error.status, error.message)
    throw error
  }
}

function withNotes(notes: readonly SiteAuditFinding[]) {
  return notes.length > 0 && { notes }
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
