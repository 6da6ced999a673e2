import {
  listOutdatedBusinessFactsEndpoint,
  updateOutdatedBusinessFactsEndpoint,
} from '#contract/content/outdated-business-facts.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { buildUpdateRecordSchema } from '#contract/core/record-schemas.ts'
import { UserError } from '#contract/core/user-error.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { type ContentModule, fillMissingFields, type StoredRecord } from '../records/records.ts'
import type { ChangedBusinessFact } from './outdated-facts-in-text.ts'
import {
  createOutdatedFieldFinder,
  getFactFieldsThatTextsRepeat,
  listChangedBusinessFacts,
  type OutdatedField,
} from './outdated-fields.ts'

export { findOfferedPackage, loadBusiness, loadPayee, loadPublicBusiness } from './load-business.ts'
export type { ChangedBusinessFact } from './outdated-facts-in-text.ts'
export {
  createOutdatedFieldFinder,
  getFactFieldsThatTextsRepeat,
  listChangedBusinessFacts,
} from './outdated-fields.ts'

export type BusinessFactsModule = ModuleFunctions<typeof createBusinessFactsModule>

/** A record whose `fields` still state old facts of the business. */
export type OutdatedRecord = { contentKind: ContentKind; record: StoredRecord; fields: OutdatedField[] }

type BusinessFactsOptions = { content: Pick<ContentModule, 'list' | 'history' | 'change'> }

/** Creates the module that finds old facts of the business in other records, and updates them (decision 4). */
export function createBusinessFactsModule({ content }: BusinessFactsOptions) {
  /** Leaves out payment emails and other kinds with `notifyOnChange`: an update of visitor texts must not change who is paid. */
  const searchedKinds = contentKinds.filter(
    ({ facts, notifyOnChange, shownOn }) => !facts && !notifyOnChange && shownOn.length > 0,
  )

  async function findOutdatedRecords(): Promise<OutdatedRecord[]> {
    const factLists = await Promise.all(contentKinds.filter(({ facts }) => facts).map(findChangedFacts))
    const facts = factLists.flat()
    if (facts.length === 0) return []
    const findOutdatedFields = createOutdatedFieldFinder(facts)
    const recordLists = await Promise.all(
      searchedKinds.map((contentKind) => findOutdatedRecordsOfKind(contentKind, findOutdatedFields)),
    )
    return recordLists.flat()
  }

  async function findChangedFacts(contentKind: ContentKind): Promise<ChangedBusinessFact[]> {
    const records = await content.list(contentKind, { withHidden: true })
    const changedRecords = records.filter(({ version }) => version > 1)
    const factLists = changedRecords.map(async ({ id, values }) => {
      const [, ...olderVersions] = await content.history(contentKind, id)
      return listChangedBusinessFacts(
        contentKind,
        values,
        olderVersions.map((older) => older.values),
      )
    })
    return (await Promise.all(factLists)).flat()
  }

  async function findOutdatedRecordsOfKind(
    contentKind: ContentKind,
    findOutdatedFields: ReturnType<typeof createOutdatedFieldFinder>,
  ): Promise<OutdatedRecord[]> {
    const records = await content.list(contentKind, { withHidden: true })
    return records
      .map((record) => ({ contentKind, record, fields: findOutdatedFields(contentKind, record.values) }))
      .filter(({ fields }) => fields.length > 0)
  }

  const handlers = [
    defineHandler(listOutdatedBusinessFactsEndpoint, async () => {
      const outdated = await findOutdatedRecords()
      return outdated.map(({ contentKind, record, fields }) => ({ _id: record.id, kind: contentKind.kind, fields }))
    }),

    // Writes the current facts into these records, all or none.
    defineHandler(updateOutdatedBusinessFactsEndpoint, async ({ body: { records: ids } }, { person }) => {
      const selectedRecords = (await findOutdatedRecords()).filter(({ record }) => ids.includes(record.id))
      const changes = selectedRecords.map(({ contentKind, record, fields }) => {
        const values = Object.fromEntries(fields.map(({ name, after }) => [name, after]))
        const checked = buildUpdateRecordSchema(contentKind).safeParse({
          ...fillMissingFields(contentKind, record.values),
          ...values,
        })
        if (!checked.success) {
          const [issue] = checked.error.issues
          throw new UserError(422, `${contentKind.title} can’t be updated: ${issue?.message ?? ''}`)
        }
        return { contentKind, record, values }
      })
      if (changes.length > 0)
        await content.change(async ({ update }) => {
          for (const { contentKind, record, values } of changes) {
            const save = { author: person.email, expectedVersion: { version: record.version } }
            await update(contentKind, record.id, values, save)
          }
        })
      return { message: buildUpdateMessage(changes.length), updated: changes.length }
    }),
  ]

  const businessFacts = {
    /** Lists what the business and the pages with a name were called before. */
    async listChangedBusinessFacts(): Promise<ChangedBusinessFact[]> {
      const repeatedKinds = contentKinds.filter(
        (contentKind) => Object.keys(getFactFieldsThatTextsRepeat(contentKind)).length > 0,
      )
      return (await Promise.all(repeatedKinds.map(findChangedFacts))).flat()
    },
  }
  return { ...businessFacts, name: 'content/business', handlers } satisfies ServerModule
}

function buildUpdateMessage(updated: number): string {
  if (updated === 0) return 'These texts are already up to date.'
  return updated === 1 ? '1 text updated' : `${updated} texts updated`
}
