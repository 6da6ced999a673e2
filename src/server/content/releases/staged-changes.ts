import { randomUUIDv7 } from 'node:crypto'
import { MOST_CHANGES } from '../../../contract/content/site-draft.ts'
import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { Reader } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { Seen } from '../../platform/http/http.ts'
import { checkFree, endAutosaveIn, findRecord, recordsOf, type Save, type StoredRecord, toWire } from '../records/records.ts'
import { applyChanges, changedFields, type StagedRecord } from './apply-changes.ts'
import { changesOf, countChanges, dropChanges, putChange, type StoredChange, takeDraft } from './store.ts'

type Values = Record<string, string>

/** The live record, its staged change, and the record after that change. */
type RecordState = { live: StoredRecord | undefined; change: StoredChange | undefined; staged: StagedRecord | undefined }

/** The records of a kind, hidden ones too, after their staged changes. */
export async function listStaged(db: Reader, contentKind: ContentKind): Promise<StagedRecord[]> {
  const records = await recordsOf(db, contentKind, { withHidden: true })
  return applyChanges(contentKind, records, await changesOf(db, contentKind.kind))
}

export async function findStaged(db: Reader, contentKind: ContentKind, id: string): Promise<StagedRecord | undefined> {
  return (await listStaged(db, contentKind)).find((record) => record.id === id)
}

/** Stages a new record. Throws a 409 if it couldn't be added after the other staged changes. */
export async function stageAdd(tx: Tx, contentKind: ContentKind, values: Values, save: Save): Promise<StagedRecord> {
  await takeDraft(tx)
  checkFree(contentKind, values, await listStaged(tx, contentKind))
  const { kind } = contentKind
  const recordId = randomUUIDv7()
  const { author } = save
  await put(tx, { kind, recordId, action: 'add', values, isHidden: null, base: {}, baseVersion: 0, author })
  await endAutosaveIn(tx, contentKind, save)
  return { id: recordId, version: 0, sampleFields: null, isHidden: false, values, draft: 1 }
}

/** Stages new values of some fields. Throws a 409 with the staged record if it changed since the version in `seen`. */
export async function stageUpdate(
  tx: Tx,
  contentKind: ContentKind,
  id: string,
  values: Values,
  { seen = {}, ...save }: Save & { seen?: Seen },
): Promise<StagedRecord> {
  await takeDraft(tx)
  const state = await stateOf(tx, contentKind, id)
  checkSeen(contentKind, state, seen)
  const { live, change, staged } = state
  const wanted = { ...(staged ?? live)?.values, ...values }
  const others = (await listStaged(tx, contentKind)).filter((record) => record.id !== id)
  if (contentKind.unique) checkFree(contentKind, wanted, others)
  await putOrDrop(tx, contentKind, state, { values: wanted, isHidden: change?.isHidden ?? null, author: save.author })
  await endAutosaveIn(tx, contentKind, save, id)
  return stagedRecord(tx, contentKind, id)
}

/** Stages hiding or showing a record. */
export async function stageVisibility(
  tx: Tx,
  contentKind: ContentKind,
  id: string,
  isHidden: boolean,
  { author }: Save,
): Promise<StagedRecord> {
  await takeDraft(tx)
  const state = await stateOf(tx, contentKind, id)
  const { live, change, staged } = state
  // An admin who hides a record hasn't reviewed its staged values, so these keep the version that they were made from.
  const from = change?.action === 'change' ? change : undefined
  const values = (from ?? staged ?? live)?.values ?? {}
  const hidden = isHidden === (live?.isHidden ?? false) ? null : isHidden
  await putOrDrop(tx, contentKind, state, { values, isHidden: hidden, author, from })
  return stagedRecord(tx, contentKind, id)
}

/** Stages deleting a live record. A record that is only staged is gone at once. */
export async function stageRemoval(tx: Tx, contentKind: ContentKind, id: string, { author }: Save): Promise<StagedRecord> {
  await takeDraft(tx)
  const { live, change, staged } = await stateOf(tx, contentKind, id)
  if (!live) {
    await dropChanges(tx, change ? [change.id] : [])
    return staged as StagedRecord
  }
  const { values, version: baseVersion } = live
  const { kind } = contentKind
  await put(tx, { kind, recordId: id, action: 'delete', values, isHidden: null, base: values, baseVersion, author }, change)
  return live
}

/** Throws a 404 for a record that is neither live nor staged. */
async function stateOf(tx: Tx, contentKind: ContentKind, id: string): Promise<RecordState> {
  const live = await findRecord(tx, contentKind, id, { withHidden: true })
  const changes = await changesOf(tx, contentKind.kind)
  const change = changes.find(({ recordId }) => recordId === id)
  if (!live && change?.action !== 'add') throw new Refusal(404, 'There is no such record.')
  return { live, change, staged: change && applyChanges(contentKind, live ? [live] : [], [change])[0] }
}

/** A caller that names the live version it read must name the staged one too. */
function checkSeen(contentKind: ContentKind, { live, change, staged }: RecordState, { version, draft = 0 }: Seen): void {
  if (version === undefined || (version === (live?.version ?? 0) && draft === (change?.saves ?? 0))) return
  const record = staged ?? live
  const who = change?.author ?? 'Somebody else'
  const sentence = `${who} changed this after you opened it, so nothing was saved. Look at both, and save again.`
  throw new Refusal(409, sentence, undefined, record && toWire(contentKind, record))
}

/** `from` is the live version that the values were made from, if that isn't the current one. */
type Wanted = { values: Values; isHidden: boolean | null; author: string; from?: Pick<StoredChange, 'base' | 'baseVersion'> }

/** Writes the staged change of a record, or deletes it if nothing is left to change. */
async function putOrDrop(tx: Tx, { kind }: ContentKind, { live, change }: RecordState, wanted: Wanted): Promise<void> {
  const { values, isHidden, author, from } = wanted
  if (!live) {
    if (change) await put(tx, { ...change, values, isHidden, author }, change)
    return
  }
  const { base, baseVersion } = from ?? { base: live.values, baseVersion: live.version }
  const isSame = isHidden === null && Object.keys(changedFields({ values, base })).length === 0
  if (!isSame) await put(tx, { kind, recordId: live.id, action: 'change', values, isHidden, base, baseVersion, author }, change)
  else if (change) await dropChanges(tx, [change.id])
}

/** Throws a 409 if the release is full. */
async function put(tx: Tx, change: Parameters<typeof putChange>[1], former?: StoredChange): Promise<void> {
  if (!former && (await countChanges(tx)) >= MOST_CHANGES) {
    throw new Refusal(409, `The draft holds ${MOST_CHANGES} changes already: publish them, or discard some.`)
  }
  await putChange(tx, change, former)
}

async function stagedRecord(tx: Tx, contentKind: ContentKind, id: string): Promise<StagedRecord> {
  const { live, staged } = await stateOf(tx, contentKind, id)
  return (staged ?? live) as StagedRecord
}
