import { createHash } from 'node:crypto'
import type { ImportSummary } from '#contract/content/content-transfer.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { isUserError } from '#contract/core/user-error.ts'
import { createEventLoopYield } from '#platform/event-loop-yield.ts'
import {
  addSampleFieldsOfSave,
  type ContentWriter,
  fillMissingFields,
  listKindRecords,
  listSlugsOfRecord,
  type StoredRecord,
} from '../records/records.ts'
import type { ImportedRecord } from './export-format.ts'
import { createImportError } from './export-format.ts'

/** What an import will do to the records of one kind. */
type KindImportPlan = {
  contentKind: ContentKind
  removed: readonly StoredRecord[]
  changed: readonly { live: StoredRecord; importedRecord: ImportedRecord }[]
  added: readonly ImportedRecord[]
  /** All ids in their new order, or undefined if the order stays. */
  order: readonly string[] | undefined
}

/**
 * Compares the file's records to the site's, as the transaction sees them. `fingerprint` identifies the site's record
 * versions.
 */
export async function planImport(
  { tx }: Pick<ContentWriter, 'tx'>,
  kinds: ReadonlyMap<ContentKind, readonly ImportedRecord[]>,
): Promise<{ plans: KindImportPlan[]; fingerprint: string }> {
  const plans: KindImportPlan[] = []
  const recordVersions: string[] = []
  const yieldToEventLoop = createEventLoopYield()
  for (const [contentKind, importedRecord] of kinds) {
    const live = await listKindRecords(tx, contentKind, { withHidden: true })
    recordVersions.push(...live.map(({ id, version }) => `${id} ${version}`))
    plans.push(await planKindImport(contentKind, live, importedRecord, yieldToEventLoop))
    await yieldToEventLoop()
  }
  return { plans, fingerprint: createHash('sha256').update(recordVersions.join('\n')).digest('hex') }
}

/** Applies the plans with the checks and the history of any other change. Throws a 409 if a change is refused. */
export async function applyImport(editing: ContentWriter, plans: readonly KindImportPlan[], author: string): Promise<void> {
  const save = { author }
  const yieldToEventLoop = createEventLoopYield()
  const runStep = async (contentKind: ContentKind, work: () => Promise<unknown>) => {
    await yieldToEventLoop()
    await work().catch((error: unknown) => {
      if (!isUserError(error) || error.status >= 500) throw error
      throw createImportError([`${contentKind.title}: ${Object.values(error.fields ?? {})[0] ?? error.message}`], 409)
    })
  }
  for (const { contentKind, removed } of plans)
    for (const { id } of removed) await runStep(contentKind, () => editing.remove(contentKind, id, save))
  // Frees the unique values first, so that records can exchange them.
  const plansWithUniqueField = plans.filter(({ contentKind }) => contentKind.unique)
  await editing.clearUniqueKeys(
    plansWithUniqueField.flatMap(({ contentKind, changed }) =>
      changed.filter(({ live, importedRecord }) => hasOtherValues(contentKind, live, importedRecord)).map(({ live }) => live.id),
    ),
  )
  for (const { contentKind, changed } of plans) {
    for (const { live, importedRecord } of changed) {
      await runStep(contentKind, async () => {
        const { id, values, sampleFields, isHidden, slugs } = importedRecord
        if (hasOtherValues(contentKind, live, importedRecord))
          await editing.update(contentKind, id, values, { ...save, sampleFields, slugs })
        await editing.setHidden(contentKind, id, isHidden, save)
      })
    }
  }
  for (const { contentKind, added } of plans) {
    for (const { id, values, sampleFields, isHidden, slugs } of added) {
      await runStep(contentKind, async () => {
        await editing.addOrUndelete(contentKind, id, values, { ...save, sampleFields, slugs })
        await editing.setHidden(contentKind, id, isHidden, save)
      })
    }
  }
  for (const { contentKind, order } of plans)
    if (order) await runStep(contentKind, () => editing.reorder(contentKind, order, save))
}

export function summarizeImport(plans: readonly KindImportPlan[], pictures: ImportSummary['pictures']): ImportSummary {
  const kinds = plans
    .map(({ contentKind: { kind, title }, added, changed, removed, order }) => {
      const counts = { added: added.length, changed: changed.length, removed: removed.length }
      return { kind, title, ...counts, isMoved: order !== undefined && added.length === 0 }
    })
    .filter(({ added, changed, removed, isMoved }) => added + changed + removed > 0 || isMoved)
  const sum = (name: 'added' | 'changed' | 'removed') => kinds.reduce((total, kind) => total + kind[name], 0)
  return { added: sum('added'), changed: sum('changed'), removed: sum('removed'), kinds, pictures }
}

async function planKindImport(
  contentKind: ContentKind,
  live: readonly StoredRecord[],
  importedRecords: readonly ImportedRecord[],
  yieldToEventLoop: () => Promise<void>,
): Promise<KindImportPlan> {
  const [byId, importedIds] = [new Map(live.map((one) => [one.id, one])), new Set(importedRecords.map(({ id }) => id))]
  const removed = live.filter(({ id }) => !importedIds.has(id))
  const added = importedRecords.filter(({ id }) => !byId.has(id))
  const changed: { live: StoredRecord; importedRecord: ImportedRecord }[] = []
  for (const importedRecord of importedRecords) {
    await yieldToEventLoop()
    const liveRecord = byId.get(importedRecord.id)
    if (
      liveRecord &&
      (hasOtherValues(contentKind, liveRecord, importedRecord) || liveRecord.isHidden !== importedRecord.isHidden)
    )
      changed.push({ live: liveRecord, importedRecord })
  }
  const order = importedRecords.map(({ id }) => id)
  const remainingIds = live.filter(({ id }) => importedIds.has(id)).map(({ id }) => id)
  const isInOrder =
    contentKind.shape === 'single' || [...remainingIds, ...added.map(({ id }) => id)].every((id, index) => id === order[index])
  // An undeleted record returns to its old position, so every addition needs the order.
  const needsOrder = contentKind.shape !== 'single' && (added.length > 0 || !isInOrder)
  return { contentKind, removed, changed, added, order: needsOrder ? order : undefined }
}

function hasOtherValues(contentKind: ContentKind, live: StoredRecord, { values, sampleFields, slugs }: ImportedRecord): boolean {
  const liveSlugs = listSlugsOfRecord(live.values)
  const hasSameSlugs = slugs.every((slug, index) => (index === 0 ? liveSlugs[0] === slug : liveSlugs.includes(slug)))

  const [now, then] = [fillMissingFields(contentKind, live.values), fillMissingFields(contentKind, values)]
  const markedFields = addSampleFieldsOfSave(contentKind, values, sampleFields)
  const hasSameSampleFields = JSON.stringify(live.sampleFields) === JSON.stringify(markedFields)
  return !hasSameSlugs || !hasSameSampleFields || Object.keys(then).some((name) => now[name] !== then[name])
}
