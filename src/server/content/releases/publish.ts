import { contentKinds } from '../../../contract/content-kinds.ts'
import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import { isRefusal, Refusal } from '../../../contract/grammar/refusal.ts'
import type { Outgoing } from '../../mail/mail.ts'
import type { Reader } from '../../platform/db/tables.ts'
import { type Editing, recordsOf } from '../records/records.ts'
import { changedFields, conflictOf } from './apply-changes.ts'
import type { StoredChange } from './store.ts'

/** Writes all staged changes into the live records. Throws a 409 with a sentence for each that can't be published. */
export async function publishChanges(editing: Editing, changes: readonly StoredChange[]): Promise<void> {
  const { tx } = editing
  const live = await liveRecordsOf(tx, changes)
  const all = knownChanges(changes)
  const conflicts = all.flatMap(({ contentKind, change }) => {
    const sentence = conflictOf(contentKind, change, live.get(change.recordId))
    return sentence === null ? [] : [[change.id, sentence] as const]
  })
  if (conflicts.length > 0) throw notPublished(Object.fromEntries(conflicts))
  const updated = all.filter(
    ({ contentKind: { unique = '' }, change }) => change.action === 'change' && unique in changedFields(change),
  )
  await editing.freeSoles(updated.map(({ change }) => change.recordId))
  const steps = (['delete', 'change', 'add'] as const).flatMap((action) => all.filter(({ change }) => change.action === action))
  for (const { contentKind, change } of steps) {
    await publishChange(editing, contentKind, change).catch((error: unknown) => {
      if (!isRefusal(error) || error.status >= 500) throw error
      throw notPublished({ [change.id]: Object.values(error.fields ?? {})[0] ?? error.message })
    })
  }
}

async function publishChange(editing: Editing, contentKind: ContentKind, change: StoredChange): Promise<void> {
  const { action, recordId, values, isHidden, author } = change
  const save = { author }
  const changed = changedFields(change)
  if (action === 'delete') await editing.remove(contentKind, recordId, save)
  else if (action === 'add') await editing.add(contentKind, values, save, recordId)
  else if (Object.keys(changed).length > 0) await editing.update(contentKind, recordId, changed, save)
  if (isHidden !== null) await editing.setHidden(contentKind, recordId, isHidden, save)
}

function notPublished(fields: Record<string, string>): Refusal {
  const count = Object.keys(fields).length
  const what = count === 1 ? 'One change is' : `${count} changes are`
  return new Refusal(409, `Nothing was published: ${what} in the way.`, fields)
}

/** Returns the live records of these changes, by id. */
export async function liveRecordsOf(db: Reader, changes: readonly StoredChange[]) {
  const kinds = new Set(knownChanges(changes).map(({ contentKind }) => contentKind))
  const records = []
  for (const contentKind of kinds) records.push(...(await recordsOf(db, contentKind, { withHidden: true })))
  return new Map(records.map((record) => [record.id, record]))
}

/** Pairs changes with their content kinds. A kind that the product no longer has is left out. */
export function knownChanges<C extends { kind: string }>(changes: readonly C[]): { contentKind: ContentKind; change: C }[] {
  return changes.flatMap((change) => {
    const contentKind = contentKinds.find(({ kind }) => kind === change.kind)
    return contentKind ? [{ contentKind, change }] : []
  })
}

/** Tells an admin why a scheduled release wasn't published. */
export function failureEmail(at: number, sentences: readonly string[], origin: string): Omit<Outgoing, 'to'> {
  const text = `The draft of your site was to be published at ${new Date(at).toUTCString()}, and it was not.

${sentences.join('\n\n')}

The site is as it was, and the draft is kept. Have a look at it, and publish it or choose another time:

${origin}/drafts`
  return { subject: 'The draft of your site was not published', text }
}
