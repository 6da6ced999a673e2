import type { Endpoint } from '#contract/core/endpoint.ts'
import { confirmPasswordEndpoint, signInEndpoint } from '#contract/people/authentication.ts'
import { verifyAppCodeEndpoint, verifyRecoveryCodeEndpoint } from '#contract/people/second-factor.ts'
import { eraseCustomerNotesMessagesAndFilesEndpoint } from '#contract/sales/customers.ts'
import { runWithDiskReserve } from '#platform/db/disk-reserve.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { EndpointHandler } from '#platform/http/register-api.ts'

/** What an owner does on a full disk: log in, and delete a customer's files. */
const fullDiskEndpoints: readonly Endpoint[] = [
  signInEndpoint,
  verifyAppCodeEndpoint,
  verifyRecoveryCodeEndpoint,
  confirmPasswordEndpoint,
  eraseCustomerNotesMessagesAndFilesEndpoint,
]

/** Lets these calls write on a full disk. */
export function addDiskReserveToHandlers(handlers: readonly EndpointHandler[], database: Database): EndpointHandler[] {
  return handlers.map((one) => {
    if (!fullDiskEndpoints.includes(one.endpoint)) return one
    return { ...one, handle: (...input) => runWithDiskReserve(database, () => one.handle(...input)) }
  })
}
