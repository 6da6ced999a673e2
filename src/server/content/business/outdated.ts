import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import type { FieldInput } from '../../../contract/grammar/field.ts'
import { type ChangedFact, placesOf, replaced } from './spellings.ts'

type Values = Readonly<Record<string, string>>

/** In what kinds of field visitors read facts, or follow them: an address of a page is none of those. */
const SEARCHED: ReadonlySet<FieldInput> = new Set(['text', 'longText', 'email', 'link', 'hours'])

/** One field of a record that still says what the business was. */
export type OutdatedField = { name: string; label: string; before: string; after: string }

/** What a record of facts said before and says differently now; nothing that any of its fields still says. */
export function changedFacts({ facts = {} }: ContentKind, current: Values, former: readonly Values[]): ChangedFact[] {
  const stillSaid = new Set(Object.keys(facts).map((name) => current[name]?.trim()))
  const found = new Map<string, ChangedFact>()
  for (const values of former) {
    for (const [name, kind] of Object.entries(facts)) {
      const [old = '', now = ''] = [values[name]?.trim(), current[name]?.trim()]
      if (old === '' || now === '' || stillSaid.has(old) || found.has(`${kind} ${old}`)) continue
      found.set(`${kind} ${old}`, { kind, old, now })
    }
  }
  return [...found.values()]
}

/** The fields of a record that still hold an old fact, each with what it should say. */
export function outdatedFields({ fields }: ContentKind, values: Values, facts: readonly ChangedFact[]): OutdatedField[] {
  return Object.entries(fields).flatMap(([name, { input, label }]) => {
    const before = values[name] ?? ''
    if (before === '' || !SEARCHED.has(input)) return []
    const isAddress = input === 'link' && !/^(tel|mailto):/i.test(before)
    const places = isAddress ? [] : facts.flatMap((fact) => placesOf(before, fact))
    return places.length > 0 ? [{ name, label, before, after: replaced(before, places) }] : []
  })
}
