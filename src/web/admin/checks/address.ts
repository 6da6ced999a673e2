import { isDraftShown } from '../drafts/address.ts'

/** Where everything that is wrong on the public pages is listed. */
export const CHECKS = '/check-my-site'

/** The same for the pages as they will be once the draft is published. */
export const DRAFT_CHECKS = `${CHECKS}?draft=1`

export function isOfDraft(address: string): boolean {
  return isDraftShown(new URL(address).searchParams)
}
