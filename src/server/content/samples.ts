import { demoContent } from './seed/demo.ts'

/** By kind and field, what the demo content says there for want of the owner's own. */
const invented = new Map(
  demoContent.map(({ section, records, samples, formerly }) => [
    section.kind,
    new Map(
      (samples === 'untilSaved' ? [] : (samples ?? [])).map((field) => [
        field,
        new Set([...records.map((record) => record[field]), ...(formerly?.[field] ?? [])]),
      ]),
    ),
  ]),
)

/**
 * The fields of a record that say what was invented for them. Told by their words and not by a mark of each: so it
 * stays true where a record is copied, restored or brought from elsewhere (docs/decisions/0044).
 */
export function samplesIn(kind: string, values: Readonly<Record<string, string>>): string[] {
  return [...(invented.get(kind) ?? [])].filter(([field, said]) => said.has(values[field])).map(([field]) => field)
}
