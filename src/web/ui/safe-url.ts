import { removeInvisibleCharacters } from '#contract/core/remove-invisible-characters.ts'
import { isSafeLink } from '#contract/core/text-schemas.ts'

/** Returns the URL if it is safe to link; undefined otherwise. Stored content may be older than the input rule. */
export function toSafeUrl(link: string | undefined): string | undefined {
  const url = removeInvisibleCharacters(link ?? '')
  return url !== '' && isSafeLink(url) ? url : undefined
}

/** Returns the absolute http(s) URL of a page or image; undefined if there is none. */
export function toAbsoluteUrl(link: string | undefined, origin: string): string | undefined {
  const url = URL.parse(toSafeUrl(link) ?? 'about:blank', origin)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}
