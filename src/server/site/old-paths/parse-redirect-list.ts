import { redirect } from '../../../contract/content/kinds/redirect.ts'
import { buildAddRecordSchema } from '../../../contract/core/record-body-and-reply-schemas.ts'
import { MAX_IMPORTED_REDIRECTS } from '../../../contract/site/old-path-hits-and-redirect-import.ts'

type ListedRedirect = { line: number; values: { oldPath: string; state: string; newPath: string } }

/** Cells that say that a page is gone. */
const GONE = /^(?:|gone|410|-)$/i

/**
 * Parses a list with an old address and a new one per line, separated by a comma, a semicolon or a tab. The first line may
 * name the columns. Full URLs become paths. `problems` has a sentence for each line at fault.
 */
export function parseRedirectList(text: string, origin: string): { redirects: ListedRedirect[]; problems: string[] } {
  const problems: string[] = []
  const redirects: ListedRedirect[] = []
  const schema = buildAddRecordSchema(redirect)
  const firstLines = new Map<string, number>()
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  for (const [index, row] of lines.entries()) {
    const line = index + 1
    const [oldCell = '', newCell = ''] = splitRow(row)
    if (row.trim() === '' || (line === 1 && !/^(?:\/|https?:)/i.test(oldCell))) continue
    const isGone = GONE.test(newCell)
    const newPath = isGone ? '' : toPath(newCell, origin)
    const values = { oldPath: toPath(oldCell) ?? oldCell, state: isGone ? 'Gone' : 'Moved', newPath: newPath ?? '' }
    const firstLine = firstLines.get(values.oldPath)
    const problem =
      newPath === undefined
        ? `${newCell} is on another site.`
        : firstLine !== undefined
          ? `${values.oldPath} is already in line ${firstLine}.`
          : schema.safeParse(values).error?.issues[0]?.message
    if (problem) problems.push(`Line ${line}: ${problem}`)
    firstLines.set(values.oldPath, line)
    redirects.push({ line, values })
  }
  if (redirects.length === 0 && problems.length === 0) problems.push('The list has no addresses.')
  if (redirects.length > MAX_IMPORTED_REDIRECTS)
    problems.unshift(`The list has ${redirects.length} lines. Import at most ${MAX_IMPORTED_REDIRECTS} at a time.`)
  return { redirects, problems }
}

/** Splits at the first separator that the row has outside of quotes. */
function splitRow(row: string): string[] {
  const separator = row.includes('\t') ? '\t' : /^(?:"[^"]*"|[^",;]*);/.test(row) ? ';' : ','
  const cells = row.match(separator === '\t' ? /"[^"]*"|[^\t]+/g : separator === ';' ? /"[^"]*"|[^;]+/g : /"[^"]*"|[^,]+/g)
  return (cells ?? []).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  )
}

/** Returns the path and query of a full URL. With `origin`, returns undefined for a URL of another site. */
function toPath(cell: string, origin?: string): string | undefined {
  const url = /^https?:/i.test(cell) ? URL.parse(cell) : undefined
  if (!url) return cell
  return origin === undefined || url.origin === origin ? url.pathname + url.search : undefined
}
