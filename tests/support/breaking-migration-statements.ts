/**
 * Those of the statements of some steps that a version before them could not live with: it reads and writes its own
 * tables and columns as it always did, and leaves out what it does not know (docs/decisions/0079). What is not known to be
 * harmless counts as breaking.
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

/** `table.column`, where the statement adds one column and does nothing else. */
function parseAddedColumn(text: string): string | undefined {
  const [, table, column, rest = ''] = /^alter table (\w+) add column (\w+) (.*)$/.exec(text) ?? []
  return table && !/, (add|alter|drop|rename) /.test(rest) ? `${table}.${column}` : undefined
}

/** Whoever inserts a row without the column gets one all the same. */
function isOptionalColumn(text: string): boolean {
  return !text.includes(' not null') || text.includes(' default ')
}

/** The columns that an UPDATE sets. */
function parseAssignedColumns(text: string): string[] {
  const [, changes = ''] = / set (.*?)(?: where .*)?$/.exec(removeParentheses(text)) ?? []
  return changes.split(',').map((change) => change.split('=')[0]?.trim() ?? '')
}

/** With all that stands in them, which may hold commas. */
function removeParentheses(text: string): string {
  const shorter = text.replace(/\([^()]*\)/g, '')
  return shorter === text ? text : removeParentheses(shorter)
}
