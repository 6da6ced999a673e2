import { createCookie, redirect } from 'react-router'
import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import { deleteRecordEndpoint, getEditorRecordEndpoint } from '#contract/content/content-record-endpoints.ts'
import {
  discardStagedChangesEndpoint,
  publishReleaseEndpoint,
  restoreDiscardedChangesEndpoint,
  scheduleReleaseEndpoint,
  undoPublishEndpoint,
} from '#contract/content/release.ts'
import { findContentKind } from '#contract/content-kinds.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { PREVIEW_COOKIE_NAME } from '#contract/core/page-rendering-interface.ts'
import { parseLocalTime } from '#contract/core/parse-local-time.ts'
import { UserError } from '#contract/core/user-error.ts'
import { defineForm } from '#web/forms/form-action.ts'
import { hiddenFieldSpec } from '#web/forms/form-field.tsx'
import { adminPaths } from '../../admin-paths.ts'
import { defineUndoableForm } from '../../forms/undoable-form.ts'
import { buildNewFindingsQuestion, loadReleaseFindings } from '../form/build-new-findings-question.ts'
import { parseEditorRecord, toVersionFields } from '../records/load-editor-records.ts'
import { sendRecordValues } from '../records/send-values-under-markdown-names.ts'

/** How long a preview lasts unless the admin ends it, in seconds. */
const PREVIEW_SECONDS = 60 * 60

/** A larger release has no undo, because the body of a call may have 64 KB. */
const MAX_CHANGES_TO_UNDO = 300

const MISSING_TIME = 'Choose a date and a time.'

export const releaseForms = {
  publish: defineUndoableForm({}, async ({ call, postedValues }) => {
    const warning = await buildNewFindingsQuestion(postedValues, 'Publish', () => loadReleaseFindings(call))
    if (warning) return warning
    const { message, published } = await call(publishReleaseEndpoint, {})
    const undo = async () => ({ notice: (await call(undoPublishEndpoint, { body: { published } })).message })
    return { notice: message, ...(published.length > 0 && published.length <= MAX_CHANGES_TO_UNDO && { undo }) }
  }),
  discard: defineUndoableForm({}, ({ call }) => discardChanges(call)),
  discardOne: defineUndoableForm({ change: hiddenFieldSpec }, ({ call, values }) => discardChanges(call, [values.change])),
  keep: defineForm({ kind: hiddenFieldSpec, record: hiddenFieldSpec, action: hiddenFieldSpec }, async ({ call, values }) => {
    const { kind, record: id, action } = values
    const contentKind = findContentKind(kind)
    const update = contentKind && getReadAddAndUpdateEndpoints(contentKind).update
    if (!update) throw new UserError(404, 'This doesn’t exist anymore.')
    const params = { kind, id }
    const query = { draft: true }
    // Saving again bases the staged change on the current live record. A 409 if another admin saves in between.
    if (action === 'delete') return { notice: (await call(deleteRecordEndpoint, { params, query })).message }
    const record = parseEditorRecord(contentKind, await call(getEditorRecordEndpoint, { params, query }))
    const reply = await sendRecordValues(contentKind, record.values, (body) =>
      call(update, { params: { id }, query, body: { ...body, ...toVersionFields(record) } }),
    )
    return { notice: reply.message }
  }),
  schedule: defineForm({ at: { type: 'datetime-local' }, zone: hiddenFieldSpec }, async ({ call, postedValues, values }) => {
    const at = parseLocalTime(values.at, values.zone)
    if (at === undefined) throw new UserError(400, MISSING_TIME, 'at')
    // Asks now, because no admin can answer at the scheduled time.
    const warning = await buildNewFindingsQuestion(postedValues, 'Schedule', () => loadReleaseFindings(call))
    return warning ?? { notice: (await call(scheduleReleaseEndpoint, { body: { at } })).message }
  }),
  takeBack: defineForm({}, async ({ call }) => ({
    notice: (await call(scheduleReleaseEndpoint, { body: { at: null } })).message,
  })),
}

/** The forms that the browser posts itself, because the preview is outside the admin area. */
export const previewForms = {
  preview: defineForm({}, ({ request }) => redirectWithPreviewCookie(request, '/', PREVIEW_SECONDS)),
  endPreview: defineForm({}, ({ request }) => redirectWithPreviewCookie(request, adminPaths.release, 0)),
}

export type ReleaseFormName = keyof typeof releaseForms

/** Discards these changes, or all. The undo makes them drafts again. */
async function discardChanges(call: ApiCallFunction, ids?: string[]) {
  const { message, discarded } = await call(discardStagedChangesEndpoint, { body: { ...(ids && { ids }) } })
  const undo = async () => ({ notice: (await call(restoreDiscardedChangesEndpoint, { body: { ids: discarded } })).message })
  return { notice: message, ...(discarded.length > 0 && { undo }) }
}

/** Starts or ends the preview. The cookie grants no rights: the server reads it only from admins. */
async function redirectWithPreviewCookie({ url }: Request, path: string, maxAge: number): Promise<Response> {
  const secure = url.startsWith('https:')
  const name = secure ? `__Host-${PREVIEW_COOKIE_NAME}` : PREVIEW_COOKIE_NAME
  const cookie = createCookie(name, { httpOnly: true, sameSite: 'lax', path: '/', maxAge, secure })
  return redirect(path, { status: 303, headers: { 'set-cookie': await cookie.serialize('on') } })
}
