import { hash } from 'node:crypto'
import { buildEndpointKey, type Endpoint } from '#contract/core/endpoint.ts'
import { UserError } from '#contract/core/user-error.ts'
import { getClientNetwork } from '../../config/ip-address.ts'
import type { IdempotencyKey } from '../db/idempotency.ts'
import type { SignedInUser } from './request-session-types.ts'
import { CLIENT_IP_ADDRESS_HEADER } from './web-headers.ts'

/** The longest key, in characters. A UUID has 36. */
const MAX_LENGTH = 255
/** A quoted string (RFC 9651, section 3.3.3), as the draft "The Idempotency-Key HTTP Header Field" requires. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])+)"$/
/** We also accept a key without quotes. */
const UNQUOTED = /^[\w.~:+/=-]+$/

const UNREADABLE_KEY = `Idempotency-Key must be 1 to ${MAX_LENGTH} characters in quotes, such as "8e03978e-40d5-43dd-bc93-6894a57f9324", and a new one for each record.`

type Sender = { person: SignedInUser | undefined; headers: Headers }

/**
 * Returns the key that lets `write` run a request once. A key belongs to one call and one sender: a signed-in person, or
 * a visitor's network. Throws a 400 if the key is malformed.
 */
export function readIdempotencyKey(endpoint: Endpoint, sender: Sender, key: unknown, input: unknown): IdempotencyKey {
  const isSent = key !== undefined && key !== null
  const sentKey = isSent ? parseKeyHeader(String(key)) : undefined
  const identify = () => {
    const fingerprint = hashJson(input)
    const keyParts = sentKey === undefined ? ['', fingerprint] : [sentKey]
    return { id: hashJson([identifySender(sender), buildEndpointKey(endpoint), ...keyParts]), fingerprint }
  }
  return { isSent, identify }
}

function identifySender({ person, headers }: Sender): string {
  return person?.userId ?? `visitor ${getClientNetwork(headers.get(CLIENT_IP_ADDRESS_HEADER) ?? '')}`
}

function parseKeyHeader(text: string): string {
  const key = QUOTED.exec(text)?.[1]?.replace(/\\(.)/g, '$1') ?? UNQUOTED.exec(text)?.[0]
  if (key === undefined || key.length > MAX_LENGTH) throw new UserError(400, UNREADABLE_KEY)
  return key
}

function hashJson(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url')
}
