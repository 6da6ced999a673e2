import type { BusinessFactFormat, ContentKind } from '#contract/core/content-kind.ts'
import type { FieldType } from '#contract/core/field.ts'
import { findDetailPageOfKind } from '#contract/core/public-pages.ts'
import { type ChangedBusinessFact, createOutdatedTextFinder, replaceTextMatches } from './outdated-facts-in-text.ts'

type Values = Readonly<Record<string, string>>

/** The field types that can state a fact. A link counts only if it is `tel:` or `mailto:`. */
const SEARCHED_FIELD_TYPES: ReadonlySet<FieldType> = new Set(['text', 'longText', 'formattedText', 'email', 'link', 'hours'])

export type OutdatedField = { name: string; label: string; before: string; after: string }

/** Returns the fields that other texts repeat: facts of the business, and the names of pages. */
export function getFactFieldsThatTextsRepeat({ kind, facts }: ContentKind): Readonly<Record<string, BusinessFactFormat>> {
  const titleField = findDetailPageOfKind(kind)?.titleField
  return facts ?? (titleField ? { [titleField]: 'name' } : {})
}

/** Lists facts that an older version states and the current one doesn't state in any field. */
export function listChangedBusinessFacts(
  contentKind: ContentKind,
  current: Values,
  olderValues: readonly Values[],
): ChangedBusinessFact[] {
  const facts = getFactFieldsThatTextsRepeat(contentKind)
  const currentValues = new Set(Object.keys(facts).map((name) => current[name]?.trim()))
  const changedFactsByKey = new Map<string, ChangedBusinessFact>()
  for (const values of olderValues) {
    for (const [name, format] of Object.entries(facts)) {
      const [old = '', now = ''] = [values[name]?.trim(), current[name]?.trim()]
      if (old === '' || now === '' || currentValues.has(old) || changedFactsByKey.has(`${format} ${old}`)) continue
      changedFactsByKey.set(`${format} ${old}`, { format, oldText: old, newText: now })
    }
  }
  return [...changedFactsByKey.values()]
}

/** Returns a function that finds the fields of a record that state one of `facts`, with their corrected value. */
export function createOutdatedFieldFinder(
  facts: readonly ChangedBusinessFact[],
  allFacts = facts,
): (contentKind: ContentKind, values: Values) => OutdatedField[] {
  const currentTexts = allFacts.map(({ newText }) => newText)
  const finders = facts.map((fact) => createOutdatedTextFinder(fact, currentTexts))
  return ({ fields }, values) =>
    Object.entries(fields).flatMap(([name, { input, label }]) => {
      const before = values[name] ?? ''
      if (before === '' || !SEARCHED_FIELD_TYPES.has(input)) return []
      const isPageUrl = input === 'link' && !/^(tel|mailto):/i.test(before)
      const matches = isPageUrl ? [] : finders.flatMap((find) => find(before))
      return matches.length > 0 ? [{ name, label, before, after: replaceTextMatches(before, matches) }] : []
    })
}
