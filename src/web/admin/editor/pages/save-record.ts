import type { ContentKindEndpoints } from '#contract/content/content-kind-endpoints.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { isUserError, UserError } from '#contract/core/user-error.ts'
import type { Values } from '#web/forms/form-action.ts'
import { type EditorRecord, parseEditorRecord } from '../records/load-editor-records.ts'
import { sendRecordValues } from '../records/send-values-under-markdown-names.ts'

/** The server's answer to a save. `message` is the alert. */
export type SavedRecordReply = { message: string; record: EditorRecord }

export function parseSavedRecordReply(
  contentKind: ContentKind,
  { message, record }: { message: string; record: unknown },
): SavedRecordReply {
  return { message, record: parseEditorRecord(contentKind, record) }
}

type Save = {
  call: ApiCallFunction
  contentKind: ContentKind
  update: NonNullable<ContentKindEndpoints['update']>
  id: string
  body: Values
  /** The versions that the admin last read. */
  expectedVersion: Values | undefined
  /** What the form shows. */
  opened: 'live' | 'draft'
  isStaging: boolean
}

const DELETED_MESSAGE =
  'Someone deleted this, so nothing was saved. Restore it from the trash below its list, then save again. Your text stays here.'

/** Saves a form of a record, or stages it. Throws a 409 with the current record if the server can't merge both. */
export async function saveRecord(save: Save): Promise<SavedRecordReply> {
  const { call, contentKind, update, id, body, expectedVersion, opened, isStaging } = save
  const query = isStaging && { query: { draft: true } }
  const reply = sendRecordValues(contentKind, body, (requestBody) =>
    call(update, { params: { id }, ...query, body: { ...requestBody, ...expectedVersion, _opened: opened } }),
  )
  return parseSavedRecordReply(contentKind, await reply.catch((error) => rethrowForForm(save, error)))
}

function rethrowForForm({ opened }: Save, error: unknown): never {
  if (!isUserError(error)) throw error
  // The form was open, so the record existed.
  if (error.status === 404) throw new UserError(404, DELETED_MESSAGE)
  // The previous version answers with the draft, which a form of the live record must not show.
  if (opened === 'live' && error.record && '_draft' in error.record) throw new UserError(error.status, error.message)
  throw error
}
