import { createHash } from 'node:crypto'
import type { ImportSummary } from '../../../contract/content/transfer.ts'
import { isRefusal } from '../../../contract/grammar/refusal.ts'
import type { Section } from '../../../contract/grammar/section.ts'
import { createYield } from '../../platform/event-loop.ts'
import { complete, type Editing, recordsIn, type StoredRecord, slugsOf } from '../records/records.ts'
import type { FiledRecord } from './format.ts'
import { refusedFile } from './format.ts'

/** What becomes of the records of one kind. */
type KindPlan = {
  section: Section
  removed: readonly StoredRecord[]
  changed: readonly { live: StoredRecord; filed: FiledRecord }[]
  added: readonly FiledRecord[]
  /** All ids as they will stand; undefined where they stand so already. */
  order: readonly string[] | undefined
}

/** What becomes of this site's records, as a transaction sees them, where they are to be those of a file. */
export async function planIn(
  { tx }: Pick<Editing, 'tx'>,
  kinds: ReadonlyMap<Section, readonly FiledRecord[]>,
): Promise<{ plans: KindPlan[]; fingerprint: string }> {
  const plans: KindPlan[] = []
  const seen: string[] = []
  const yieldToEventLoop = createYield()
  for (const [section, filed] of kinds) {
    const live = await recordsIn(tx, section)
    seen.push(...live.map(({ id, version }) => `${id} ${version}`))
    plans.push(await planOf(section, live, filed, yieldToEventLoop))
    await yieldToEventLoop()
  }
  return { plans, fingerprint: createHash('sha256').update(seen.join('\n')).digest('hex') }
}

/** Makes it so, kind by kind, through the checks and with the history of any other change. Throws a 409 where one is refused. */
export async function carryOut(editing: Editing, plans: readonly KindPlan[], author: string): Promise<void> {
  const save = { author }
  const yieldToEventLoop = createYield()
  const step = async (section: Section, work: () => Promise<unknown>) => {
    await yieldToEventLoop()
    await work().catch((error: unknown) => {
      if (!isRefusal(error) || error.status >= 500) throw error
      throw refusedFile([`${section.title}: ${Object.values(error.fields ?? {})[0] ?? error.message}`], 409)
    })
  }
  for (const { section, removed } of plans)
    for (const { id } of removed) await step(section, () => editing.remove(section, id, save))
  // What only one record may say can be exchanged by them.
  const exchanging = plans.filter(({ section }) => section.unique)
  await editing.freeSoles(
    exchanging.flatMap(({ section, changed }) =>
      changed.filter(({ live, filed }) => isOther(section, live, filed)).map(({ live }) => live.id),
    ),
  )
  for (const { section, changed } of plans) {
    for (const { live, filed } of changed) {
      await step(section, async () => {
        const { id, values, isSample, isHidden, slugs } = filed
        if (isOther(section, live, filed)) await editing.update(section, id, values, { ...save, isSample, slugs })
        await editing.setHidden(section, id, isHidden, save)
      })
    }
  }
  for (const { section, added } of plans) {
    for (const { id, values, isSample, isHidden, slugs } of added) {
      await step(section, async () => {
        await editing.bring(section, id, values, { ...save, isSample, slugs })
        await editing.setHidden(section, id, isHidden, save)
      })
    }
  }
  for (const { section, order } of plans) if (order) await step(section, () => editing.order(section, order, save))
}

/** What is said of it. */
export function summaryOf(plans: readonly KindPlan[], pictures: ImportSummary['pictures']): ImportSummary {
  const kinds = plans
    .map(({ section: { kind, title }, added, changed, removed, order }) => {
      const counts = { added: added.length, changed: changed.length, removed: removed.length }
      return { kind, title, ...counts, isMoved: order !== undefined && added.length === 0 }
    })
    .filter(({ added, changed, removed, isMoved }) => added + changed + removed > 0 || isMoved)
  const sum = (name: 'added' | 'changed' | 'removed') => kinds.reduce((total, kind) => total + kind[name], 0)
  return { added: sum('added'), changed: sum('changed'), removed: sum('removed'), kinds, pictures }
}

async function planOf(
  section: Section,
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
    if (now && (isOther(section, now, one) || now.isHidden !== one.isHidden)) changed.push({ live: now, filed: one })
  }
  const order = filed.map(({ id }) => id)
  const stays = live.filter(({ id }) => wanted.has(id)).map(({ id }) => id)
  const isInOrder = section.shape === 'single' || [...stays, ...added.map(({ id }) => id)].every((id, nth) => id === order[nth])
  // What comes back from the trash finds its old place, so the order is said wherever something comes.
  const isSaid = section.shape !== 'single' && (added.length > 0 || !isInOrder)
  return { section, removed, changed, added, order: isSaid ? order : undefined }
}

function isOther(section: Section, live: StoredRecord, { values, isSample, slugs }: FiledRecord): boolean {
  const own = slugsOf(live.values)
  const hasAddresses = slugs.every((slug, nth) => (nth === 0 ? own[0] === slug : own.includes(slug)))

  const [now, then] = [complete(section, live.values), complete(section, values)]
  return !hasAddresses || live.isSample !== isSample || Object.keys(then).some((name) => now[name] !== then[name])
}
