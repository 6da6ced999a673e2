import type { Reader } from '../../db/tables.ts'
import type { Tx } from '../../db/write.ts'
import type { RawNotice } from '../gateway.ts'
import { findAttempt } from '../store.ts'
import { areWaiting, countCopy, insertNotice } from './store.ts'

/**
 * How many notices may wait to be verified at a time, which matters where the provider cannot be asked: all together,
 * and of those that name no hand-off of ours. At most 64 KB each.
 */
export const MOST_WAITING = { all: 5_000, strangers: 1_000 }

/** How many forged notices are kept: the newest. */
export const MOST_FORGED = 1_000

/** When a provider may send again what there was no room for, in seconds. */
export const ROOM_AGAIN = 300

/** An id as our hand-offs have it. */
const ID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g
/** A notice names the hand-off and the order; some name both twice. */
const IDS_LOOKED_AT = 8

/**
 * Keeps a notice as it came; a copy of one that is there is counted and changes nothing else. False where there is no
 * room: what strangers make up cannot use up that of notices which name a hand-off, whose id they cannot guess.
 */
export async function keepNotice(tx: Tx, gateway: string, key: string, raw: RawNotice): Promise<boolean> {
  if (await countCopy(tx, gateway, key)) return true
  if (await areWaiting(tx, MOST_WAITING.strangers)) {
    if (!(await namesHandOff(tx, raw)) || (await areWaiting(tx, MOST_WAITING.all))) return false
  }
  await insertNotice(tx, gateway, key, raw)
  return true
}

/** Looked for in the bytes, since nothing of a notice is read before it is verified. */
export async function namesHandOff(db: Reader, { bytes }: RawNotice): Promise<boolean> {
  const ids = new Set(bytes.toString('latin1').match(ID)?.slice(0, IDS_LOOKED_AT))
  for (const id of ids) if (await findAttempt(db, id)) return true
  return false
}
