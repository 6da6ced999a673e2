import { buildEndpointKey, type Endpoint } from '#contract/core/endpoint.ts'
import { isEmail } from '#contract/core/text-schemas.ts'
import { isUserError } from '#contract/core/user-error.ts'
import { type Caller, CLIENT_IP_ADDRESS_HEADER, type EndpointHandler } from '../http/register-api.ts'
import { getLogContext } from './log-context.ts'

/** One security log line. `who` is the account's email, or the email that the sender claims. */
type SecurityEvent = { event: string; status: number; who: string | undefined; address: string }

type Logger = { info: (event: SecurityEvent, text: string) => void; warn: (event: SecurityEvent, text: string) => void }

/** Statuses of denied calls: not logged in, not allowed, too many attempts. */
const DENIED_STATUSES = new Set([401, 403, 429])

/**
 * Logs account calls and denied calls (docs/decisions/0022). Only calls with an account or a rate limit log
 * at warning level, so that strangers can't fill the disk.
 */
export function addSecurityLogToHandlers(
  handlers: readonly EndpointHandler[],
  logger: Logger,
  isAccountCall: (endpoint: Endpoint) => boolean,
): EndpointHandler[] {
  return handlers.map((one) => ({
    ...one,
    onFinished: ({ body }, caller, error) => {
      const { endpoint } = one
      const status = error === undefined ? endpoint.status : isUserError(error) ? error.status : 503
      if (status >= 500 || !(isAccountCall(endpoint) || DENIED_STATUSES.has(status))) return
      const event = {
        ...getLogContext(),
        event: buildEndpointKey(endpoint),
        status,
        who: findCallerEmail(caller, body),
        address: caller.headers.get(CLIENT_IP_ADDRESS_HEADER) ?? '',
      }
      if (error === undefined) logger.info(event, 'security: done')
      else if (isRateLimited(endpoint, caller, status)) logger.warn(event, 'security: refused')
      else logger.info(event, 'security: refused')
    },
  }))
}

/** Returns whether an account or a rate limit bounds the number of these lines. */
function isRateLimited({ access, limit }: Endpoint, { session }: Caller, status: number): boolean {
  return session.person !== undefined || (access === 'anyone' && limit !== undefined && status === 401)
}

/** Returns the caller's email. Omits invalid ones, because people type passwords into the wrong field. */
function findCallerEmail({ session: { person } }: Caller, body: unknown): string | undefined {
  const { email } = (body ?? {}) as { email?: unknown }
  return person?.email ?? (typeof email === 'string' && isEmail(email) ? email.toLowerCase() : undefined)
}
