import type { ContentKind } from '#contract/core/content-kind.ts'
import { getMarkdownFieldName, listFormattedFieldNames, renameMarkdownToFieldNames } from '#contract/core/markdown-field-names.ts'
import { isUserError, UserError } from '#contract/core/user-error.ts'
import type { Values } from '#web/forms/form-action.ts'

/**
 * Sends the values of an editor, which has Markdown under the names of formatted fields. The call has it under a second name
 * (P-244). Errors come back under the names of the fields.
 */
export async function sendRecordValues<R>(
  contentKind: ContentKind,
  values: Values,
  send: (body: Values) => Promise<R>,
): Promise<R> {
  const formattedFields = listFormattedFieldNames(contentKind)
  const named = Object.entries(values).map(([name, value]) => [
    formattedFields.includes(name) ? getMarkdownFieldName(name) : name,
    value,
  ])
  try {
    return await send(Object.fromEntries(named))
  } catch (error) {
    if (!isUserError(error) || !error.fields) throw error
    throw new UserError(error.status, error.message, renameMarkdownToFieldNames(error.fields), error.record)
  }
}
