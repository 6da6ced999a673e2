import { UserError } from '#contract/core/user-error.ts'
import { getClientNetwork } from '../../config/ip-address.ts'
import type { AdmitUpload, Caller } from './define-handler.ts'
import { createNoSpaceError } from './read-upload.ts'
import { CLIENT_IP_ADDRESS_HEADER } from './web-headers.ts'

/** How many transfers may run at once. A slow sender or reader keeps one running for long. */
type TransferLimits = { total: number; perNetwork: number; perAccount: number }

const UPLOAD_LIMITS: TransferLimits = { total: 40, perNetwork: 10, perAccount: 10 }
/** A stalled download holds up to 100 KB of memory. */
const DOWNLOAD_LIMITS: TransferLimits = { total: 400, perNetwork: 40, perAccount: 10 }

/** The Retry-After of a refused transfer, in seconds. */
const RETRY_AFTER = '5'

/** Takes a place until the caller of the returned function gives it back. Throws a 429 or a 503 without a free place. */
export type TakeTransferPlace = (caller: Caller) => () => void

export function createUploadAdmission(countFreeBytes: () => Promise<number>): AdmitUpload {
  const running = new Set<RunningTransfer>()
  const takePlace = createTransferPlaces('uploads', UPLOAD_LIMITS, running)
  return async ({ maxBytes }, caller, isFileOfForm) => {
    const freePlace = isFileOfForm ? () => {} : takePlace(caller)
    // The temporary file, and what the database stores of it.
    if (2 * maxBytes * running.size <= (await countFreeBytes())) return freePlace
    freePlace()
    throw createNoSpaceError(caller.session.person)
  }
}

export function createDownloadPlaces(): TakeTransferPlace {
  return createTransferPlaces('downloads', DOWNLOAD_LIMITS)
}

type RunningTransfer = { network: string; account: string | undefined }

function createTransferPlaces(
  what: string,
  { total, perNetwork, perAccount }: TransferLimits,
  running = new Set<RunningTransfer>(),
): TakeTransferPlace {
  return ({ session, headers, replyHeaders }) => {
    const network = getClientNetwork(headers.get(CLIENT_IP_ADDRESS_HEADER) ?? '')
    const account = session.person?.userId
    const others = [...running]
    const isOwnLimitReached =
      others.filter((one) => one.network === network).length >= perNetwork ||
      (account !== undefined && others.filter((one) => one.account === account).length >= perAccount)
    if (isOwnLimitReached || others.length >= total) {
      replyHeaders.set('retry-after', RETRY_AFTER)
      throw isOwnLimitReached
        ? new UserError(429, `Too many ${what} from here are running. Please wait until one has ended, and try again.`)
        : new UserError(503, `Too many ${what} are running right now. Please try again in a few seconds.`)
    }
    const place = { network, account }
    running.add(place)
    return () => running.delete(place)
  }
}
