import { isSafeLink } from '../../contract/text.ts'

/** The address if a browser may be sent there; checked here again because stored content may be older than the rule. */
export function safeHref(address: string | undefined): string | undefined {
  const trimmed = address?.trim()
  return trimmed && isSafeLink(trimmed) ? trimmed : undefined
}

/** The `tel:` address of a phone number as people write it. */
export function phoneHref(number: string): string {
  return `tel:${number.replace(/[^\d+]/g, '')}`
}
