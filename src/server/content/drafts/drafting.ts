import { MOST_CHANGES } from '../../../contract/content/site-draft.ts'
import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { Reader } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { Seen } from '../../platform/http/http.ts'
import { findRecord, recordsOf, type StoredRecord, toWire } from '../records/records.ts'
import { changedIn, type DraftedRecord, layOver } from './lay-over.ts'
import { changesOf, countChanges, dropChanges, putChange, type StoredChange } from './store.ts'

type Values = Record<string, string>

/** What is live of a record, what becomes of it, and what it will be. */
export type OneRecord = { live: StoredRecord | undefined; change: StoredChange | undefined; drafted: DraftedRecord | undefined }

/** The records of a kind, hidden ones too, as they will be once the draft is published. */
export async function laidOverIn(db: Reader, contentKind: ContentKind): Promise<DraftedRecord[]> {
  const [records, changes] = [await recordsOf(db, contentKind, { withHidden: true }), await changesOf(db, contentKind.kind)]
  return layOver(contentKind, records, changes)
}

/** What is live of a record, what becomes of it, and what it will be. Throws a 404 where it is neither live nor to be added. */
export async function recordIn(tx: Tx, contentKind: ContentKind, id: string): Promise<OneRecord> {
  const live = await findRecord(tx, contentKind, id, { withHidden: true })
  const changes = await changesOf(tx, contentKind.kind)
  const change = changes.find(({ recordId }) => recordId === id)
  if (!live && change?.action !== 'add') throw new Refusal(404, 'There is no such record.')
  const drafted = change && layOver(contentKind, live ? [live] : [], [change])[0]
  return { live, change, drafted }
}

/** Whoever says which version they saw must have seen what others have drafted of it, too. */
export function checkSeen(contentKind: ContentKind, { live, change, drafted }: OneRecord, { version, draft = 0 }: Seen): void {
  if (version === undefined || (version === (live?.version ?? 0) && draft === (change?.saves ?? 0))) return
  const record = drafted ?? live
  const who = change?.author ?? 'Somebody else'
  const sentence = `${who} changed this after you opened it, so nothing was saved. Look at both, and save again.`
  throw new Refusal(409, sentence, undefined, record && toWire(contentKind, record))
}

/** What a record is to become; `from` is the live record that this was made from, where that is not how it is now. */
type Wanted = { values: Values; isHidden: boolean | null; author: string; from?: Pick<StoredChange, 'base' | 'baseVersion'> }

/** Writes what becomes of a live record, or of one to be added; nothing where that is as it is. */
export async function putOrDrop(
  tx: Tx,
  { kind }: ContentKind,
  { live, change }: OneRecord,
  { values, isHidden, author, from }: Wanted,
): Promise<void> {
  if (!live) {
    if (change) await put(tx, { ...change, values, isHidden, author }, change)
    return
  }
  const { base, baseVersion } = from ?? { base: live.values, baseVersion: live.version }
  const isSame = isHidden === null && Object.keys(changedIn({ values, base })).length === 0
  if (!isSame) await put(tx, { kind, recordId: live.id, action: 'change', values, isHidden, base, baseVersion, author }, change)
  else if (change) await dropChanges(tx, [change.id])
}

/** Throws a 409 where the draft is full. */
export async function put(tx: Tx, change: Parameters<typeof putChange>[1], former?: StoredChange): Promise<void> {
  if (!former && (await countChanges(tx)) >= MOST_CHANGES) {
    throw new Refusal(409, `The draft holds ${MOST_CHANGES} changes already: publish them, or discard some.`)
  }
  await putChange(tx, change, former)
}

/** What a record will be now. */
export async function draftedIn(tx: Tx, contentKind: ContentKind, id: string): Promise<DraftedRecord> {
  const { live, drafted } = await recordIn(tx, contentKind, id)
  return (drafted ?? live) as DraftedRecord
}
