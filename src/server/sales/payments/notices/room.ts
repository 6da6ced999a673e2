import type { Reader } from '../../../platform/db/tables.ts'
import type { Tx } from '../../../platform/db/write.ts'
import type { RawNotice } from '../gateway.ts'
import { findHandOff } from '../store.ts'
import { areWaiting, countCopy, insertNotice, type StoredNotice, type Waiting } from './store.ts'

/**
 * How many notices may wait for verification while the provider doesn't answer: for each hand-off, for each customer, and
 * for all that name no hand-off. So no customer's notices use up another's limit. A notice has at most 64 KB.
 */
export const MAX_WAITING = { handOff: 50, account: 200, strangers: 1_000 }

/** How many denied notices wait for another ask of the provider, for each hand-off and each customer. */
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

/** Stores a notice unread, or counts it as a copy of a stored one. Returns false if its limit is reached. */
export async function keepNotice(tx: Tx, gateway: string, key: string, raw: RawNotice): Promise<boolean> {
  if (await countCopy(tx, gateway, key)) return true
  const owner = await ownerOf(tx, raw)
  if (await isLimitReached(tx, owner, MAX_WAITING, {})) return false
  await insertNotice(tx, { gateway, key, ...owner }, raw)
  return true
}

/** Returns whether `most` notices already wait for the owner's hand-off, customer or, for a stranger's, for strangers. */
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

/** Searches the bytes for a hand-off id, because an unverified notice isn't parsed. Strangers can't guess an id. */
async function ownerOf(db: Reader, { bytes }: RawNotice): Promise<Owner> {
  const ids = new Set(bytes.toString('latin1').match(ID)?.slice(0, IDS_LOOKED_AT))
  return (ids.size > 0 && (await findHandOff(db, [...ids]))) || STRANGER
}
