import type { ContentKind } from './content-kind.ts'

type Values = Readonly<Record<string, string>>

/**
 * Returns why a list accepts no further record: each choice of its unique field is used. Returns undefined if one is
 * left. The add call fails with the same sentence.
 */
export function explainAllChoicesUsed(contentKind: ContentKind, records: readonly Values[]): string | undefined {
  const { unique, fields } = contentKind
  const choices = unique === undefined ? undefined : fields[unique]?.choices
  if (unique === undefined || !choices || findUnusedChoice(choices, unique, records) !== undefined) return undefined
  const names = new Intl.ListFormat('en-US').format(choices)
  return `You already have one of each (${names}). Edit one of them.`
}

/** Returns the values for a copy of a record. A unique field gets the first unused value. Returns undefined if none is left. */
export function buildCopiedRecordValues(
  contentKind: ContentKind,
  values: Values,
  records: readonly Values[],
): Record<string, string> | undefined {
  const { unique, fields, shape } = contentKind
  if (shape === 'single') return undefined
  const names = Object.keys(fields)
  const copy = Object.fromEntries(names.map((name) => [name, values[name] ?? '']))
  if (unique === undefined) return copy
  const choices = fields[unique]?.choices
  const unusedValue = choices ? findUnusedChoice(choices, unique, records) : findUnusedName(values[unique] ?? '', unique, records)
  return unusedValue === undefined ? undefined : { ...copy, [unique]: unusedValue }
}

function findUnusedChoice(choices: readonly string[], unique: string, records: readonly Values[]): string | undefined {
  return choices.find((choice) => !records.some((record) => record[unique] === choice))
}

/** Tries `/old-2`, `/old-3` and so on. */
function findUnusedName(name: string, unique: string, records: readonly Values[]): string {
  const usedNames = new Set(records.map((record) => record[unique]))
  for (let nth = 2; ; nth++) if (!usedNames.has(`${name}-${nth}`)) return `${name}-${nth}`
}
