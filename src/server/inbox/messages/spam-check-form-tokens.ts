import { randomBytes } from 'node:crypto'
import { computeLatestPlausibleTime } from '#platform/db/wrong-clock-protection.ts'
import { createSigner } from '#platform/secrets/tokens.ts'

/** The shortest time in which a person can write a message, in ms. */
const MIN_WRITING_TIME_MS = 3_000
const TOKEN_PATTERN = /^((\d{13,15})\.[\w-]{22})\.([\w-]{43})$/

/** Creates signed tokens with the time of a form. Each token is unique, so that a page can detect a repeated submission. */
export function createSpamCheckFormTokens(secret: string) {
  const { sign, isValidSignature } = createSigner(secret)
  return {
    issue(): string {
      const claim = `${Date.now()}.${randomBytes(16).toString('base64url')}`
      return `${claim}.${sign(claim)}`
    },

    /** Returns `forged` without a valid signature, and `hasty` for a form sent too fast. Old tokens stay valid. */
    classify(token: string): 'forged' | 'hasty' | 'plausible' {
      const [, claim = '', shownAt = '', signature = ''] = TOKEN_PATTERN.exec(token) ?? []
      if (!isValidSignature(claim, signature)) return 'forged'
      const now = Date.now()
      const isTooFast = Number(shownAt) > now - MIN_WRITING_TIME_MS && Number(shownAt) <= computeLatestPlausibleTime(now)
      return isTooFast ? 'hasty' : 'plausible'
    },
  }
}
