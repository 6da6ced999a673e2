/**
 * Finds migration statements that break the previous version (docs/decisions/0079).
 * The previous version reads and writes its own tables and columns, and ignores others. A statement counts as breaking unless
 * it is known to be harmless.
 */
export function findBreakingStatements(statements: readonly string[]): string[] {
  const normalized = statements.map((text) => text.replaceAll('"', '').replace(/\s+/g, ' ').trim().toLowerCase())
  const newTables = new Set(normalized.flatMap((text) => /^create table (\w+)/.exec(text)?.[1] ?? []))
  const newColumns = new Set(normalized.flatMap((text) => parseAddedColumn(text) ?? []))

  function isHarmless(text: string): boolean {
    if (/^(select|with .* select) /.test(text) || /^create (table|index) /.test(text) || /^insert into /.test(text)) return true
    const changedTable = /^(?:alter table|drop table|update|delete from|create unique index .*? on) (\w+)/.exec(text)?.[1] ?? ''
    if (newTables.has(changedTable)) return true
    if (text.startsWith('update '))
      return parseAssignedColumns(text).every((column) => newColumns.has(`${changedTable}.${column}`))
    return parseAddedColumn(text) !== undefined && !/ unique| primary key/.test(text) && isOptionalColumn(text)
  }

  return normalized.filter((text) => !isHarmless(text))
}

/** Returns `table.column` if the statement adds one column and does nothing else. */
function parseAddedColumn(text: string): string | undefined {
  const [, table, column, rest = ''] = /^alter table (\w+) add column (\w+) (.*)$/.exec(text) ?? []
  return table && !/, (add|alter|drop|rename) /.test(rest) ? `${table}.${column}` : undefined
}

/** Whether an insert may leave the column out. */
function isOptionalColumn(text: string): boolean {
  return !text.includes(' not null') || text.includes(' default ')
}

function parseAssignedColumns(text: string): string[] {
  const [, changes = ''] = / set (.*?)(?: where .*)?$/.exec(removeParentheses(text)) ?? []
  return changes.split(',').map((change) => change.split('=')[0]?.trim() ?? '')
}

/** Removes parentheses with their content, which may hold commas. */
function removeParentheses(text: string): string {
  const shorter = text.replace(/\([^()]*\)/g, '')
  return shorter === text ? text : removeParentheses(shorter)
}
