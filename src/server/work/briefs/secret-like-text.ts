/** A word for a secret, then a colon, an equals sign or "is", then a value: `Password: hunter2`. */
const LABELED_VALUE =
  /\b(?:password|passcode|passphrase|passwd|pwd?|pin code|api[ _-]?key|secret|access token|recovery code)\s*(is\s|[:=])\s*(\S+)/gi

/** Private keys, the keys of well-known services, and a password inside a URL. */
const KNOWN_SECRETS = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_\w{30}|[sr]k_(?:live|test)_\w{16}|AIza[\w-]{35}|xox[bp]-\w{10})/,
  /:\/\/[^\s/:@]+:[^\s/@]+@/,
]

/** Returns whether a text seems to hold a password or a key. */
export function looksLikeSecret(text: string): boolean {
  if (KNOWN_SECRETS.some((pattern) => pattern.test(text))) return true
  // "My password is kept by Bob" holds none, so a value after "is" needs a digit.
  return [...text.matchAll(LABELED_VALUE)].some(
    ([, separator = '', value = '']) => value.length >= 4 && (/^[:=]/.test(separator) || /\d/.test(value)),
  )
}
