/** In characters. Real addresses are shorter. */
const MAX_PATH_LENGTH = 200
const MIN_TOKEN_LENGTH = 20

/** Matches what only programs that look for weaknesses request. */
const PROBE =
  /^\/(?:\.|wp-|cgi-bin|vendor\/|phpmyadmin|xmlrpc|_profiler|actuator|telescope|autodiscover|boaform)|\.(?:env|git|sql|bak|asp|aspx|jsp|cgi|sh)$/i

/** True for a path that the site must not store: too long, possibly private, or a probe for weaknesses. */
export function isPrivatePath(path: string): boolean {
  const isPlain = path.length <= MAX_PATH_LENGTH && /^\/[!-~]*$/.test(path)
  return !isPlain || PROBE.test(path) || path.split('/').some(mayBeSecret)
}

/** True for an email address, and for a long segment with digits that has no words: an id or a token. */
function mayBeSecret(segment: string): boolean {
  if (/@|%40/.test(segment)) return true
  if (segment.length < MIN_TOKEN_LENGTH || !/\d/.test(segment)) return false
  const isMixedCase = /[a-z]/.test(segment) && /[A-Z]/.test(segment)
  return isMixedCase || !segment.includes('-') || /^[0-9a-f]{8}-[0-9a-f-]+$/i.test(segment)
}
