import { isUnnamedProfile } from '../../../contract/content/profiles.ts'
import { contentKinds } from '../../../contract/content-kinds.ts'
import { demoContent } from './seed/demo.ts'

/** By kind and field, what the demo content says there for want of the owner's own. */
const invented = new Map(
  demoContent.map(({ contentKind, records, samples = [], formerly = {} }) => {
    const fields = samples === 'untilSaved' ? [] : samples
    const saidIn = (field: string) => (fields.includes(field) ? records.map((record) => record[field]) : [])
    const names = new Set([...fields, ...Object.keys(formerly)])
    return [
      contentKind.kind,
      new Map([...names].map((field) => [field, new Set([...saidIn(field), ...(formerly[field] ?? [])])])),
    ]
  }),
)

/** By kind, the fields that lead to somebody's profile. */
const profiles = new Map(
  contentKinds.map(({ kind, fields }) => [kind, Object.keys(fields).filter((name) => fields[name]?.isProfile)]),
)

/**
 * The fields of a record that say what was invented for them, or lead to a profile of nobody. Told by their words and not by a mark of each: so it
 * stays true where a record is copied, restored or brought from elsewhere (docs/decisions/0044).
 */
export function samplesIn(kind: string, values: Readonly<Record<string, string>>): string[] {
  const said = [...(invented.get(kind) ?? [])].filter(([field, samples]) => samples.has(values[field])).map(([field]) => field)
  const unnamed = (profiles.get(kind) ?? []).filter((field) => isUnnamedProfile(values[field] ?? ''))
  return [...new Set([...said, ...unnamed])]
}
