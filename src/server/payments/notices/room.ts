import type { Reader } from '../../db/tables.ts'
import type { Tx } from '../../db/write.ts'
import type { RawNotice } from '../gateway.ts'
import { findHandOff } from '../store.ts'
import { areWaiting, countCopy, insertNotice, type StoredNotice, type Waiting } from './store.ts'

/**
 * How many notices may wait to be verified at a time, which matters while the provider can't be asked: for each hand-off,
 * for each customer, and of all that name no hand-off. Nobody's notices take the place of another customer's. At most
 * 64 KB each.
 */
export const MAX_WAITING = { handOff: 50, account: 200, strangers: 1_000 }

/** How many notices that the provider has denied are asked about again at a time, for each hand-off and each customer. */
export const MAX_DENIED = { handOff: 10, account: 20 }

/** How many forged notices are kept: the newest. */
export const MOST_FORGED = 1_000

/** When a provider may send again what there was no room for, in seconds. */
export const ROOM_AGAIN = 300

/** An id as our hand-offs have it. */
const ID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g
/** A notice names the hand-off and the order; some name both twice. */
const IDS_LOOKED_AT = 8

type Owner = Pick<StoredNotice, 'attempt_id' | 'account'>
const STRANGER: Owner = { attempt_id: null, account: null }

/** Keeps a notice as it came; counts a copy of a notice that is there. Returns false while its own limit is reached. */
export async function keepNotice(tx: Tx, gateway: string, key: string, raw: RawNotice): Promise<boolean> {
  if (await countCopy(tx, gateway, key)) return true
  const owner = await ownerOf(tx, raw)
  if (await isLimitReached(tx, owner, MAX_WAITING, {})) return false
  await insertNotice(tx, { gateway, key, ...owner }, raw)
  return true
}

/** Whether as many as `most` wait already for the hand-off or the customer of a notice; of a stranger's, for strangers. */
export async function isLimitReached(
  db: Reader,
  { attempt_id, account }: Owner,
  most: Partial<typeof MAX_WAITING>,
  which: Pick<Waiting, 'reason'>,
): Promise<boolean> {
  const { handOff = 0, account: ofAccount = 0, strangers = 0 } = most
  if (attempt_id === null) return areWaiting(db, { attempt_id, ...which }, strangers)
  if (await areWaiting(db, { attempt_id, ...which }, handOff)) return true
  return account !== null && areWaiting(db, { account, ...which }, ofAccount)
}

/** Looks for ids in the bytes, since nothing of a notice is read before it is verified. Strangers can't guess one. */
async function ownerOf(db: Reader, { bytes }: RawNotice): Promise<Owner> {
  const ids = new Set(bytes.toString('latin1').match(ID)?.slice(0, IDS_LOOKED_AT))
  return (ids.size > 0 && (await findHandOff(db, [...ids]))) || STRANGER
}
