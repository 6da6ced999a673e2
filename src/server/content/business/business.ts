import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { Section } from '../../../contract/grammar/section.ts'
import { updateBody } from '../../../contract/grammar/section-schema.ts'
import { sections } from '../../../contract/sections.ts'
import type { Content, Save, StoredRecord } from '../records/records.ts'
import { changedFacts, type OutdatedField, outdatedFields } from './outdated.ts'

export type Business = ReturnType<typeof createBusiness>

/** A record that still holds what the business was, and in which of its fields. */
export type OutdatedRecord = { section: Section; record: StoredRecord; fields: OutdatedField[] }

type Parts = { content: Pick<Content, 'list' | 'history' | 'change'> }

/** The facts of the business that stand in one record, and where else they are said (docs/decisions/0043). */
export function createBusiness({ content }: Parts) {
  /** Whoever is paid is never changed along with an email that visitors read, and an address that moved stays what it was. */
  const searched = sections.filter(({ facts, notifyOnChange, shownOn }) => !facts && !notifyOnChange && shownOn.length > 0)

  async function outdated(): Promise<OutdatedRecord[]> {
    const changed = await Promise.all(sections.filter(({ facts }) => facts).map(changedIn))
    const facts = changed.flat()
    if (facts.length === 0) return []
    const found = await Promise.all(searched.map((section) => outdatedIn(section, facts)))
    return found.flat()
  }

  async function changedIn(section: Section) {
    const [live] = await content.list(section, { withHidden: true })
    if (!live) return []
    const [, ...former] = await content.history(section, live.id)
    return changedFacts(
      section,
      live.values,
      former.map(({ values }) => values),
    )
  }

  async function outdatedIn(section: Section, facts: Parameters<typeof outdatedFields>[2]): Promise<OutdatedRecord[]> {
    const records = await content.list(section, { withHidden: true })
    return records
      .map((record) => ({ section, record, fields: outdatedFields(section, record.values, facts) }))
      .filter(({ fields }) => fields.length > 0)
  }

  return {
    outdated,

    /** Puts the facts of today into those of these records that hold older ones, all or none; answers how many that were. */
    async bringUpToDate(ids: readonly string[], save: Save): Promise<number> {
      const chosen = (await outdated()).filter(({ record }) => ids.includes(record.id))
      const changes = chosen.map(({ section, record, fields }) => {
        const values = Object.fromEntries(fields.map(({ name, after }) => [name, after]))
        const checked = updateBody(section).safeParse({ ...complete(section, record), ...values })
        if (!checked.success) {
          const [issue] = checked.error.issues
          throw new Refusal(422, `${section.title} cannot be brought up to date: ${issue?.message ?? ''}`)
        }
        return { section, record, values }
      })
      if (changes.length === 0) return 0
      return content.change(async ({ update }) => {
        for (const { section, record, values } of changes) {
          await update(section, record.id, values, { ...save, seen: { version: record.version } })
        }
        return changes.length
      })
    },
  }
}

function complete({ fields }: Section, { values }: StoredRecord): Record<string, string> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, values[name] ?? '']))
}
