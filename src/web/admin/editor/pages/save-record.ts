import type { ContentKindEndpoints } from '../../../../contract/content/content-kind-endpoints.ts'
import { recordHistory } from '../../../../contract/content/history.ts'
import { DRAFTED } from '../../../../contract/content/site-draft.ts'
import type { ContentKind, RecordOf } from '../../../../contract/grammar/content-kind.ts'
import type { Call } from '../../../../contract/grammar/endpoint.ts'
import { isRefusal, Refusal } from '../../../../contract/grammar/refusal.ts'
import type { Values } from '../../../forms/form-action.ts'
import { differing } from '../../forms/form-values.ts'
import { seenOf, versionIn } from '../form/seen.ts'
import { type ContentRecord, readRecord, recordOf } from '../records/content-record.ts'

/** What the server answers to a save. */
export type Saved = { message: string; record: ContentRecord }

export function savedOf(contentKind: ContentKind, { message, record }: { message: string; record: unknown }): Saved {
  return { message, record: recordOf(contentKind, record as RecordOf<ContentKind>) }
}

type Asked = {
  call: Call
  contentKind: ContentKind
  update: NonNullable<ContentKindEndpoints['update']>
  id: string
  body: Values
  /** Of the record, when the form was opened. */
  seen: Values | undefined
}

const OUTDATED = 'Somebody changed this after you opened it, so nothing was saved. Look at both, and save again.'
const DELETED =
  'This record was deleted meanwhile, so nothing was saved. Put it back from the trash below its list, and save again: what you typed stays here.'
const DRAFT_DELETES = 'The draft deletes this record, so nothing was saved. Discard that in the draft first.'
const CONTESTED =
  'Nothing was saved: the draft says something else here. Go on with the draft, where what you typed waits for you.'

/** Saves for everybody to see. Throws a 409 with the record where others have changed its words since. */
export async function saveLive(asked: Asked): Promise<Saved> {
  try {
    return await send(asked)
  } catch (error) {
    const record = inTheWay(asked, error)
    const { updated, added } = asked.contentKind.messages
    if (saysWhatWasSent(asked, record)) return { message: updated ?? added, record }
    if (await hasOtherWords(asked, record)) throw error
    return send({ ...asked, seen: seenOf(record) })
  }
}

/** Saves what the record will be, from a form that shows that. Throws a 409 with it where others have drafted something since. */
export async function saveDrafted(asked: Asked): Promise<Saved> {
  try {
    return await send(asked, true)
  } catch (error) {
    const record = inTheWay(asked, error)
    if (saysWhatWasSent(asked, record)) return { message: DRAFTED, record }
    throw error
  }
}

/**
 * Saves what a form of the live record changes of it into the draft, beside what is drafted already; answers what the form
 * shows then. Throws a 409 where the draft has other words for the same fields, or others have changed the live ones since.
 */
export async function saveIntoDraft(asked: Asked) {
  const { call, contentKind, id, body, seen } = asked
  const [live, drafted] = await Promise.all([
    readRecord(call, contentKind, id).catch(throwDeleted),
    readRecord(call, contentKind, id, true).catch(() => undefined),
  ])
  if (!drafted) throw new Refusal(409, DRAFT_DELETES)
  if (live.version !== versionIn(seen) && (await hasOtherWords(asked, live))) {
    throw new Refusal(409, OUTDATED, undefined, { ...live.values, _id: id, _version: live.version })
  }
  const mine = differing(live.values, body)
  const contested = Object.keys(mine).filter((name) => ![live.values[name], mine[name]].includes(drafted.values[name]))
  if (contested.length > 0) {
    const sentences = contested.map((name) => [name, `The draft says: ${drafted.values[name] || 'nothing'}`])
    throw new Refusal(409, CONTESTED, Object.fromEntries(sentences))
  }
  const draftSeen = seenOf({ version: live.version, draft: drafted.draft })
  const { message } = await send({ ...asked, body: { ...drafted.values, ...mine }, seen: draftSeen }, true).catch((error) => {
    // Its record is what the draft makes of it: no words for a form of the live one.
    throw isRefusal(error) && error.record ? new Refusal(409, CONTESTED) : error
  })
  return { notice: message, values: live.values, seen: seenOf(live) }
}

async function send({ call, contentKind, update, id, body, seen }: Asked, isDraft = false): Promise<Saved> {
  const query = isDraft && { query: { draft: true } }
  const reply = call(update, { params: { id }, ...query, body: { ...body, ...seen } })
  return savedOf(contentKind, await reply.catch(throwDeleted))
}

/** Whoever has a form of a record open knows that it was there. */
function throwDeleted(error: unknown): never {
  throw isRefusal(error) && error.status === 404 ? new Refusal(404, DELETED) : error
}

/** The record as it is now, where somebody else's save is in the way; throws `error` on where nothing is. */
function inTheWay({ contentKind }: Asked, error: unknown): ContentRecord {
  if (!isRefusal(error) || !error.record) throw error
  return recordOf(contentKind, error.record as RecordOf<ContentKind>)
}

/** A save whose answer was lost on the way is in its own way when it is tried again. */
function saysWhatWasSent({ body }: Asked, { values }: ContentRecord): boolean {
  return Object.keys(differing(values, body)).length === 0
}

/** Hiding, showing and putting back raise the version, too: then there is nothing to ask. Whoever cannot tell asks. */
async function hasOtherWords({ call, contentKind: { kind }, id, seen }: Asked, { values }: ContentRecord): Promise<boolean> {
  const version = versionIn(seen)
  if (version === undefined) return false
  const params = { kind, id }
  const [opened] = await call(recordHistory, { params, query: { before: version + 1 } }).catch(() => [])
  return opened?.version !== version || Object.keys(differing(values, opened.values)).length > 0
}
