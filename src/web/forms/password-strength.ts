/** What people try first. */
const COMMON = /^(.)\1*$|pass|word|qwert|asdf|abc|1234|letmein|welcome|login|admin|rankstead/i

/**
 * One sentence on how hard a new password is to guess; empty for an empty one. Advice only: any
 * password of 6 characters is taken (spec section 9).
 */
export function strengthOf(password: string): string {
  if (!password) return ''
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-z\d]/i].filter((kind) => kind.test(password)).length
  const points = new Set(password).size + 2 * kinds + Math.floor(password.length / 8) + (COMMON.test(password) ? -6 : 0)
  if (points < 11) return 'Weak: easy to guess. Another word makes it stronger.'
  return points < 16 ? 'Fair. Longer is stronger.' : 'Strong.'
}
