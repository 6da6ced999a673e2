import type { FieldDeclaration } from './field.ts'

/** Where the Markdown of a formatted text travels. Its plain text travels under the field's own name (P-244). */
export function getMarkdownFieldName(name: string): string {
  return `${name}${SOURCE_SUFFIX}`
}

const SOURCE_SUFFIX = '_formatted'

export function listFormattedFieldNames({ fields }: { fields: Record<string, FieldDeclaration> }): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.input === 'formattedText')
}

/** Returns the texts of a record in a reply as editors need them: the Markdown under the field's own name. */
export function renameMarkdownToFieldNames<V>(texts: Readonly<Record<string, V>>): Record<string, V> {
  const [sources, others] = [true, false].map((isSource) =>
    Object.entries(texts).filter(([name]) => name.endsWith(SOURCE_SUFFIX) === isSource),
  )
  const namedSources = sources?.map(([name, text]) => [name.slice(0, -SOURCE_SUFFIX.length), text] as const)
  return Object.fromEntries([...(others ?? []), ...(namedSources ?? [])])
}
