import { randomBytes } from 'node:crypto'
import { latestPlausible } from '../../platform/db/clock.ts'
import { createSigner } from '../../platform/secrets/secrets.ts'

/** How long a person needs at least to write something, in ms. */
const SHORTEST = 3_000
const NOTE = /^((\d{13,15})\.[\w-]{22})\.([\w-]{43})$/

/** Signed notes of when a form was shown. Each is another: the page tells by it what was sent twice from what was written twice. */
export function createFormNotes(secret: string) {
  const { sign, isSigned } = createSigner(secret)
  return {
    issue(): string {
      const claim = `${Date.now()}.${randomBytes(16).toString('base64url')}`
      return `${claim}.${sign(claim)}`
    },

    /** How the form was used, by its note: not one of ours, sent faster than people write, or as people do; age does no harm. */
    judge(note: string): 'forged' | 'hasty' | 'plausible' {
      const [, claim = '', shownAt = '', signature = ''] = NOTE.exec(note) ?? []
      if (!isSigned(claim, signature)) return 'forged'
      const now = Date.now()
      const isHasty = Number(shownAt) > now - SHORTEST && Number(shownAt) <= latestPlausible(now)
      return isHasty ? 'hasty' : 'plausible'
    },
  }
}
