import { createCookie, redirect } from 'react-router'
import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import { deleteRecordEndpoint, getEditorRecordEndpoint } from '#contract/content/content-record-endpoints.ts'
import {
  discardStagedChangesEndpoint,
  type PublishedChange,
  publishReleaseEndpoint,
  restoreDiscardedChangesEndpoint,
  scheduleReleaseEndpoint,
  undoPublishEndpoint,
} from '#contract/content/release.ts'
import { PREVIEW_COOKIE_NAME } from '#contract/core/page-rendering-interface.ts'
import { parseLocalTime } from '#contract/core/parse-local-time.ts'
import { UserError } from '#contract/core/user-error.ts'
import { defineForm, type SubmittedForm } from '#web/forms/form-action.ts'
import { hiddenFieldSpec } from '#web/forms/form-field.tsx'
import { adminPaths } from '../../admin-paths.ts'
import { buildNewFindingsQuestion, loadReleaseFindings } from '../form/build-new-findings-question.ts'
import { buildExpectedVersionFields } from '../form/expected-version-fields.ts'
import { parseEditorRecord } from '../records/load-editor-records.ts'
import { sendRecordValues } from '../records/send-values-under-markdown-names.ts'
import { findContentKind } from './load-release.ts'

/** How long a preview lasts unless the admin ends it, in seconds. */
const PREVIEW_SECONDS = 60 * 60

/** The field of an undo: the published changes as JSON. A larger release has no undo, because a request has a size limit. */
export const PUBLISHED_CHANGES_TO_UNDO_FIELD = '_published'
const MAX_UNDO_CHARACTERS = 40_000

/** The field of an undo: the ids of the discarded changes. */
export const DISCARDED_CHANGES_TO_RESTORE_FIELD = '_discarded'

const MISSING_TIME = 'Choose a date and a time.'

export const releaseForms = {
  publish: defineForm({ [PUBLISHED_CHANGES_TO_UNDO_FIELD]: hiddenFieldSpec }, async ({ call, postedValues }) => {
    const publishedText = postedValues[PUBLISHED_CHANGES_TO_UNDO_FIELD]
    if (publishedText) {
      const body = { published: parsePublishedChanges(publishedText) }
      return { notice: (await call(undoPublishEndpoint, { body })).message }
    }
    const warning = await buildNewFindingsQuestion(postedValues, 'Publish', () => loadReleaseFindings(call))
    if (warning) return warning
    const { message, published } = await call(publishReleaseEndpoint, {})
    const undoText = JSON.stringify(published)
    const canUndo = published.length > 0 && undoText.length <= MAX_UNDO_CHARACTERS
    return { notice: message, ...(canUndo && { undo: { [PUBLISHED_CHANGES_TO_UNDO_FIELD]: undoText } }) }
  }),
  discard: defineForm({ [DISCARDED_CHANGES_TO_RESTORE_FIELD]: hiddenFieldSpec }, (submission) => discardChanges(submission)),
  discardOne: defineForm({ change: hiddenFieldSpec, [DISCARDED_CHANGES_TO_RESTORE_FIELD]: hiddenFieldSpec }, (submission) =>
    discardChanges(submission, [submission.values.change ?? '']),
  ),
  keep: defineForm({ kind: hiddenFieldSpec, record: hiddenFieldSpec, action: hiddenFieldSpec }, async ({ call, values }) => {
    const { kind, record: id, action } = values
    const contentKind = findContentKind(kind)
    const update = contentKind && getReadAddAndUpdateEndpoints(contentKind).update
    if (!update) throw new UserError(404, 'This doesn’t exist anymore.')
    const params = { kind, id }
    const query = { draft: true }
    // Saving again bases the staged change on the current live record. A 409 if another admin saves in between.
    if (action === 'delete') return { notice: (await call(deleteRecordEndpoint, { params, query })).message }
    const rawRecord = await call(getEditorRecordEndpoint, { params, query })
    const record = parseEditorRecord(contentKind, rawRecord)
    const reply = await sendRecordValues(contentKind, record.values, (body) =>
      call(update, { params: { id }, query, body: { ...body, ...buildExpectedVersionFields(record) } }),
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
async function discardChanges({ call, postedValues }: Pick<SubmittedForm, 'call' | 'postedValues'>, ids?: readonly string[]) {
  const discardedIds = postedValues[DISCARDED_CHANGES_TO_RESTORE_FIELD]?.split(' ')
  if (discardedIds) return { notice: (await call(restoreDiscardedChangesEndpoint, { body: { ids: discardedIds } })).message }
  const { message, discarded } = await call(discardStagedChangesEndpoint, { body: { ...(ids && { ids: [...ids] }) } })
  return { notice: message, ...(discarded.length > 0 && { undo: { [DISCARDED_CHANGES_TO_RESTORE_FIELD]: discarded.join(' ') } }) }
}

/** Starts or ends the preview. The cookie grants no rights: the server reads it only from admins. */
async function redirectWithPreviewCookie({ url }: Request, path: string, maxAge: number): Promise<Response> {
  const secure = url.startsWith('https:')
  const name = secure ? `__Host-${PREVIEW_COOKIE_NAME}` : PREVIEW_COOKIE_NAME
  const cookie = createCookie(name, { httpOnly: true, sameSite: 'lax', path: '/', maxAge, secure })
  return redirect(path, { status: 303, headers: { 'set-cookie': await cookie.serialize('on') } })
}

function parsePublishedChanges(text: string): PublishedChange[] {
  try {
    return JSON.parse(text)
  } catch {
    throw new UserError(400, 'This button doesn’t work here. Go back and try again.')
  }
}
