import type { Endpoint } from '../../../contract/core/endpoint.ts'
import { isEmail } from '../../../contract/core/text-schemas.ts'
import { isUserError } from '../../../contract/core/user-error.ts'
import { getEndpointName } from '../../../contract/endpoints.ts'
import { type Caller, CLIENT_ADDRESS_HEADER, type EndpointHandler } from '../http/register-api.ts'
import { getLogContext } from './log-context.ts'

/** One line: what was called, how it went, who it was or said they were, and from which network address. */
type SecurityEvent = { event: string; status: number; who: string | undefined; address: string }

type Logger = { info: (event: SecurityEvent, text: string) => void; warn: (event: SecurityEvent, text: string) => void }

/** What tells that somebody may not: not who they said, not allowed, too often. */
const DENIED_STATUSES = new Set([401, 403, 429])

/**
 * Writes down who proved who they are or changed how, and whatever was refused for lack of rights (docs/decisions/0022).
 * As a warning only what has an account behind it or a limit in front: a stranger must not be able to fill the disk.
 */
export function addSecurityLogging(handlers: readonly EndpointHandler[], logger: Logger): EndpointHandler[] {
  return handlers.map((one) => ({
    ...one,
    onFinished: ({ body }, caller, error) => {
      const { endpoint } = one
      const status = error === undefined ? endpoint.status : isUserError(error) ? error.status : 503
      if (status >= 500 || !(isAccountCall(endpoint) || DENIED_STATUSES.has(status))) return
      const event = {
        ...getLogContext(),
        event: getEndpointName(endpoint),
        status,
        who: findCallerEmail(caller, body),
        address: caller.headers.get(CLIENT_ADDRESS_HEADER) ?? '',
      }
      if (error === undefined) logger.info(event, 'security: done')
      else if (isRateLimited(endpoint, caller, status)) logger.warn(event, 'security: refused')
      else logger.info(event, 'security: refused')
    },
  }))
}

/** Logging in and out, passwords, second factors, sessions; not what only reads. */
function isAccountCall({ method, tag, limit }: Endpoint): boolean {
  return (tag === 'accounts' || tag === 'better-auth') && (method !== 'GET' || limit !== undefined)
}

/** Wrong passwords are counted and soon refused unread. */
function isRateLimited({ access, limit }: Endpoint, { session }: Caller, status: number): boolean {
  return session.person !== undefined || (access === 'anyone' && limit !== undefined && status === 401)
}

/** An address that is none is not repeated: people type passwords into the wrong field. */
function findCallerEmail({ session: { person } }: Caller, body: unknown): string | undefined {
  const { email } = (body ?? {}) as { email?: unknown }
  return person?.email ?? (typeof email === 'string' && isEmail(email) ? email.toLowerCase() : undefined)
}
