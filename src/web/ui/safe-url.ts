import { isSafeLink } from '../../contract/core/text-schemas.ts'

/** The address if a browser may be sent there; checked here again because stored content may be older than the rule. */
export function toSafeUrl(link: string | undefined): string | undefined {
  const trimmed = link?.trim()
  return trimmed && isSafeLink(trimmed) ? trimmed : undefined
}

/** The web address of a page or picture in full, for those who read it elsewhere; undefined where it is none. */
export function toAbsoluteUrl(link: string | undefined, origin: string): string | undefined {
  const url = URL.parse(toSafeUrl(link) ?? 'about:blank', origin)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

/** The `tel:` address of a phone number as people write it. */
export function toPhoneUrl(number: string): string {
  return `tel:${number.replace(/[^\d+]/g, '')}`
}
