import { contentKinds } from '../../../contract/content-kinds.ts'
import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import { updateBody } from '../../../contract/grammar/content-kind-schema.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { Handled } from '../../platform/http/http.ts'
import type { Api, Module } from '../../platform/module.ts'
import type { Content, Save, StoredRecord } from '../records/records.ts'
import { businessHandlers } from './handlers.ts'
import { changedFacts, type OutdatedField, outdatedFields } from './outdated.ts'

export { businessIn, offeredPackage, payeeIn, publicBusinessIn } from './facts.ts'

export type Business = Api<typeof createBusiness>

/** A record that still holds what the business was, and in which of its fields. */
export type OutdatedRecord = { contentKind: ContentKind; record: StoredRecord; fields: OutdatedField[] }

type Parts = { content: Pick<Content, 'list' | 'history' | 'change'> }

/** The facts of the business that stand in one record, and where else they are said (docs/decisions/0043). */
export function createBusiness({ content }: Parts) {
  /** Whoever is paid is never changed along with an email that visitors read, and an address that moved stays what it was. */
  const searched = contentKinds.filter(({ facts, notifyOnChange, shownOn }) => !facts && !notifyOnChange && shownOn.length > 0)

  async function outdated(): Promise<OutdatedRecord[]> {
    const changed = await Promise.all(contentKinds.filter(({ facts }) => facts).map(changedIn))
    const facts = changed.flat()
    if (facts.length === 0) return []
    const found = await Promise.all(searched.map((contentKind) => outdatedIn(contentKind, facts)))
    return found.flat()
  }

  async function changedIn(contentKind: ContentKind) {
    const [live] = await content.list(contentKind, { withHidden: true })
    if (!live) return []
    const [, ...former] = await content.history(contentKind, live.id)
    return changedFacts(
      contentKind,
      live.values,
      former.map(({ values }) => values),
    )
  }

  async function outdatedIn(contentKind: ContentKind, facts: Parameters<typeof outdatedFields>[2]): Promise<OutdatedRecord[]> {
    const records = await content.list(contentKind, { withHidden: true })
    return records
      .map((record) => ({ contentKind, record, fields: outdatedFields(contentKind, record.values, facts) }))
      .filter(({ fields }) => fields.length > 0)
  }

  const business = {
    outdated,

    /** Puts the facts of today into those of these records that hold older ones, all or none; answers how many that were. */
    async bringUpToDate(ids: readonly string[], save: Save): Promise<number> {
      const chosen = (await outdated()).filter(({ record }) => ids.includes(record.id))
      const changes = chosen.map(({ contentKind, record, fields }) => {
        const values = Object.fromEntries(fields.map(({ name, after }) => [name, after]))
        const checked = updateBody(contentKind).safeParse({ ...complete(contentKind, record), ...values })
        if (!checked.success) {
          const [issue] = checked.error.issues
          throw new Refusal(422, `${contentKind.title} cannot be brought up to date: ${issue?.message ?? ''}`)
        }
        return { contentKind, record, values }
      })
      if (changes.length === 0) return 0
      return content.change(async ({ update }) => {
        for (const { contentKind, record, values } of changes) {
          await update(contentKind, record.id, values, { ...save, seen: { version: record.version } })
        }
        return changes.length
      })
    },
  }
  return {
    ...business,
    name: 'content/business',
    handlers: (): Handled[] => businessHandlers(business),
  } satisfies Module
}

function complete({ fields }: ContentKind, { values }: StoredRecord): Record<string, string> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, values[name] ?? '']))
}
