import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** The fields of which each value may stand once since now, by kind. */
const FIELDS = { 'pricing-package': 'packageName', 'work-step': 'stepNumber' }

/** One package of a name and one step of a number: of several that are there the first keeps the name to itself. */
export const oneOfAName = {
  async up(db: Kysely<unknown>) {
    const records = db as Kysely<Pick<Tables, 'content_record'>>
    for (const [kind, field] of Object.entries(FIELDS)) {
      const rows = await records
        .selectFrom('content_record')
        .select(['id', 'data'])
        .where('kind', '=', kind)
        .orderBy('position')
        .execute()
      const taken = new Set<string>()
      for (const { id, data } of rows) {
        const sole = `${kind} ${(JSON.parse(data) as Record<string, string>)[field] ?? ''}`
        if (taken.has(sole)) continue
        taken.add(sole)
        await records.updateTable('content_record').set({ sole }).where('id', '=', id).execute()
      }
    }
  },
}
