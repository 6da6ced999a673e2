import type { ContentKind } from '#contract/core/content-kind.ts'
import { escapeFormatting, toPlainText } from '#contract/core/formatted-text.ts'
import { getMarkdownFieldName, listFormattedFieldNames } from '#contract/core/markdown-field-names.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { RecordValues } from './record-row.ts'

/** Returns the values to store, with the Markdown of each formatted text (P-244). Throws a 400 if a text and its Markdown differ. */
export function mergeMarkdownIntoValues(contentKind: ContentKind, body: RecordValues, current: RecordValues = {}): RecordValues {
  const values: Record<string, string> = { ...body }
  for (const name of listFormattedFieldNames(contentKind)) {
    const { [name]: plainText, [getMarkdownFieldName(name)]: source } = body
    delete values[getMarkdownFieldName(name)]
    if (plainText !== undefined) values[name] = chooseSource(name, { plainText, source, stored: current[name] ?? '' })
  }
  return values
}

type SentText = { plainText: string; source: string | undefined; stored: string }

/**
 * Clients of the specification send every text again (P-9), perhaps with Markdown that they don't know. So the stored
 * formatting stays if the plain text is the same, and goes if only the plain text changed.
 */
function chooseSource(name: string, { plainText, source, stored }: SentText): string {
  if (plainText === source) return source
  if (!source || source === stored) return toPlainText(stored) === plainText ? stored : escapeFormatting(plainText)
  if (plainText === toPlainText(source)) return source
  const sentence = `${name} and ${getMarkdownFieldName(name)} are two names of one value. Send only one.`
  throw new UserError(400, 'One field needs your attention.', { [name]: sentence })
}
