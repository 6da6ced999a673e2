/**
 * Those of the statements of some steps that a version before them could not live with: it reads and writes its own
 * tables and columns as it always did, and leaves out what it does not know (docs/decisions/0079). What is not known to be
 * harmless counts as breaking.
 */
export function breakingStatements(statements: readonly string[]): string[] {
  const plain = statements.map((text) => text.replaceAll('"', '').replace(/\s+/g, ' ').trim().toLowerCase())
  const newTables = new Set(plain.flatMap((text) => /^create table (\w+)/.exec(text)?.[1] ?? []))
  const newColumns = new Set(plain.flatMap((text) => columnAddedBy(text) ?? []))

  function isHarmless(text: string): boolean {
    if (/^(select|with .* select) /.test(text) || /^create (table|index) /.test(text) || /^insert into /.test(text)) return true
    const changed = /^(?:alter table|drop table|update|delete from|create unique index .*? on) (\w+)/.exec(text)?.[1] ?? ''
    if (newTables.has(changed)) return true
    if (text.startsWith('update ')) return assignedIn(text).every((column) => newColumns.has(`${changed}.${column}`))
    return columnAddedBy(text) !== undefined && !/ unique| primary key/.test(text) && isLeftOutSafely(text)
  }

  return plain.filter((text) => !isHarmless(text))
}

/** `table.column`, where the statement adds one column and does nothing else. */
function columnAddedBy(text: string): string | undefined {
  const [, table, column, rest = ''] = /^alter table (\w+) add column (\w+) (.*)$/.exec(text) ?? []
  return table && !/, (add|alter|drop|rename) /.test(rest) ? `${table}.${column}` : undefined
}

/** Whoever inserts a row without the column gets one all the same. */
function isLeftOutSafely(text: string): boolean {
  return !text.includes(' not null') || text.includes(' default ')
}

/** The columns that an UPDATE sets. */
function assignedIn(text: string): string[] {
  const [, changes = ''] = / set (.*?)(?: where .*)?$/.exec(withoutParentheses(text)) ?? []
  return changes.split(',').map((change) => change.split('=')[0]?.trim() ?? '')
}

/** With all that stands in them, which may hold commas. */
function withoutParentheses(text: string): string {
  const shorter = text.replace(/\([^()]*\)/g, '')
  return shorter === text ? text : withoutParentheses(shorter)
}
