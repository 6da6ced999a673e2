import { createHash } from 'node:crypto'
import type { ImportSummary } from '../../../contract/content/transfer.ts'
import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import { isRefusal } from '../../../contract/grammar/refusal.ts'
import { createYield } from '../../platform/event-loop.ts'
import { complete, type Editing, recordsOf, type StoredRecord, samplesWithProfiles, slugsOf } from '../records/records.ts'
import type { FiledRecord } from './format.ts'
import { refusedFile } from './format.ts'

/** What becomes of the records of one kind. */
type KindPlan = {
  contentKind: ContentKind
  removed: readonly StoredRecord[]
  changed: readonly { live: StoredRecord; filed: FiledRecord }[]
  added: readonly FiledRecord[]
  /** All ids as they will stand; undefined where they stand so already. */
  order: readonly string[] | undefined
}

/** What becomes of this site's records, as a transaction sees them, where they are to be those of a file. */
export async function planIn(
  { tx }: Pick<Editing, 'tx'>,
  kinds: ReadonlyMap<ContentKind, readonly FiledRecord[]>,
): Promise<{ plans: KindPlan[]; fingerprint: string }> {
  const plans: KindPlan[] = []
  const seen: string[] = []
  const yieldToEventLoop = createYield()
  for (const [contentKind, filed] of kinds) {
    const live = await recordsOf(tx, contentKind, { withHidden: true })
    seen.push(...live.map(({ id, version }) => `${id} ${version}`))
    plans.push(await planOf(contentKind, live, filed, yieldToEventLoop))
    await yieldToEventLoop()
  }
  return { plans, fingerprint: createHash('sha256').update(seen.join('\n')).digest('hex') }
}

/** Makes it so, kind by kind, through the checks and with the history of any other change. Throws a 409 where one is refused. */
export async function carryOut(editing: Editing, plans: readonly KindPlan[], author: string): Promise<void> {
  const save = { author }
  const yieldToEventLoop = createYield()
  const step = async (contentKind: ContentKind, work: () => Promise<unknown>) => {
    await yieldToEventLoop()
    await work().catch((error: unknown) => {
      if (!isRefusal(error) || error.status >= 500) throw error
      throw refusedFile([`${contentKind.title}: ${Object.values(error.fields ?? {})[0] ?? error.message}`], 409)
    })
  }
  for (const { contentKind, removed } of plans)
    for (const { id } of removed) await step(contentKind, () => editing.remove(contentKind, id, save))
  // What only one record may say can be exchanged by them.
  const exchanging = plans.filter(({ contentKind }) => contentKind.unique)
  await editing.freeSoles(
    exchanging.flatMap(({ contentKind, changed }) =>
      changed.filter(({ live, filed }) => isOther(contentKind, live, filed)).map(({ live }) => live.id),
    ),
  )
  for (const { contentKind, changed } of plans) {
    for (const { live, filed } of changed) {
      await step(contentKind, async () => {
        const { id, values, sampleFields, isHidden, slugs } = filed
        if (isOther(contentKind, live, filed)) await editing.update(contentKind, id, values, { ...save, sampleFields, slugs })
        await editing.setHidden(contentKind, id, isHidden, save)
      })
    }
  }
  for (const { contentKind, added } of plans) {
    for (const { id, values, sampleFields, isHidden, slugs } of added) {
      await step(contentKind, async () => {
        await editing.bring(contentKind, id, values, { ...save, sampleFields, slugs })
        await editing.setHidden(contentKind, id, isHidden, save)
      })
    }
  }
  for (const { contentKind, order } of plans) if (order) await step(contentKind, () => editing.order(contentKind, order, save))
}

/** What is said of it. */
export function summaryOf(plans: readonly KindPlan[], pictures: ImportSummary['pictures']): ImportSummary {
  const kinds = plans
    .map(({ contentKind: { kind, title }, added, changed, removed, order }) => {
      const counts = { added: added.length, changed: changed.length, removed: removed.length }
      return { kind, title, ...counts, isMoved: order !== undefined && added.length === 0 }
    })
    .filter(({ added, changed, removed, isMoved }) => added + changed + removed > 0 || isMoved)
  const sum = (name: 'added' | 'changed' | 'removed') => kinds.reduce((total, kind) => total + kind[name], 0)
  return { added: sum('added'), changed: sum('changed'), removed: sum('removed'), kinds, pictures }
}

async function planOf(
  contentKind: ContentKind,
  live: readonly StoredRecord[],
  filed: readonly FiledRecord[],
  yieldToEventLoop: () => Promise<void>,
): Promise<KindPlan> {
  const [byId, wanted] = [new Map(live.map((one) => [one.id, one])), new Set(filed.map(({ id }) => id))]
  const removed = live.filter(({ id }) => !wanted.has(id))
  const added = filed.filter(({ id }) => !byId.has(id))
  const changed: { live: StoredRecord; filed: FiledRecord }[] = []
  for (const one of filed) {
    await yieldToEventLoop()
    const now = byId.get(one.id)
    if (now && (isOther(contentKind, now, one) || now.isHidden !== one.isHidden)) changed.push({ live: now, filed: one })
  }
  const order = filed.map(({ id }) => id)
  const stays = live.filter(({ id }) => wanted.has(id)).map(({ id }) => id)
  const isInOrder =
    contentKind.shape === 'single' || [...stays, ...added.map(({ id }) => id)].every((id, nth) => id === order[nth])
  // What comes back from the trash finds its old place, so the order is said wherever something comes.
  const isSaid = contentKind.shape !== 'single' && (added.length > 0 || !isInOrder)
  return { contentKind, removed, changed, added, order: isSaid ? order : undefined }
}

function isOther(contentKind: ContentKind, live: StoredRecord, { values, sampleFields, slugs }: FiledRecord): boolean {
  const own = slugsOf(live.values)
  const hasAddresses = slugs.every((slug, nth) => (nth === 0 ? own[0] === slug : own.includes(slug)))

  const [now, then] = [complete(contentKind, live.values), complete(contentKind, values)]
  const marks = samplesWithProfiles(contentKind, values, sampleFields)
  const isMarkedAlike = JSON.stringify(live.sampleFields) === JSON.stringify(marks)
  return !hasAddresses || !isMarkedAlike || Object.keys(then).some((name) => now[name] !== then[name])
}
