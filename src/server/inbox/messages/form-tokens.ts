import { randomBytes } from 'node:crypto'
import { computeLatestPlausibleTime } from '../../platform/db/clock-checks.ts'
import { createSigner } from '../../platform/secrets/secrets.ts'

/** How long a person needs at least to write something, in ms. */
const MIN_WRITING_TIME_MS = 3_000
const TOKEN_PATTERN = /^((\d{13,15})\.[\w-]{22})\.([\w-]{43})$/

/** Signed notes of when a form was shown. Each is another: the page tells by it what was sent twice from what was written twice. */
export function createFormTokens(secret: string) {
  const { sign, isValidSignature: isSigned } = createSigner(secret)
  return {
    issue(): string {
      const claim = `${Date.now()}.${randomBytes(16).toString('base64url')}`
      return `${claim}.${sign(claim)}`
    },

    /** How the form was used, by its note: not one of ours, sent faster than people write, or as people do; age does no harm. */
    classify(token: string): 'forged' | 'hasty' | 'plausible' {
      const [, claim = '', shownAt = '', signature = ''] = TOKEN_PATTERN.exec(token) ?? []
      if (!isSigned(claim, signature)) return 'forged'
      const now = Date.now()
      const isTooFast = Number(shownAt) > now - MIN_WRITING_TIME_MS && Number(shownAt) <= computeLatestPlausibleTime(now)
      return isTooFast ? 'hasty' : 'plausible'
    },
  }
}
