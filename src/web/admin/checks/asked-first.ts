import type { Call } from '../../../contract/endpoint.ts'
import { isLoggedOut } from '../../../contract/refusal.ts'
import type { Section } from '../../../contract/section.ts'
import { checkChange, checkSite, type Finding } from '../../../contract/site-checks.ts'
import type { Values } from '../../forms/form-action.ts'

/** The name of the button that saves in spite of what was found, with the value `1`. */
export const ANYWAY = '_anyway'

/** How long a save waits for the check (ms): it is a help, and must not be in the way. */
const LONGEST = 8_000

/**
 * What a save would newly break on the public pages. Nothing where the check cannot say so in time: what is refused is
 * refused by the save. Throws where nobody is logged in any more.
 */
export async function foundBeforeSaving(
  call: Call,
  { kind, recent }: Section,
  change: { id?: string | undefined; values: Values },
  longest = LONGEST,
): Promise<Finding[]> {
  // Such kinds are on no page.
  if (recent) return []
  const { id, values } = change
  return inTime(call(checkChange, { params: { kind }, body: { ...(id !== undefined && { id }), values } }), longest)
}

/** The same of the draft of the site, before it is published. */
export function foundBeforePublishing(call: Call): Promise<Finding[]> {
  return inTime(call(checkSite, { query: { draft: true, new: true } }), LONGEST)
}

async function inTime(checking: Promise<{ findings: Finding[] }>, longest: number): Promise<Finding[]> {
  const checked = checking.then(
    ({ findings }) => findings,
    (error: unknown) => {
      if (isLoggedOut(error)) throw error
      return []
    },
  )
  const { promise: late, resolve } = Promise.withResolvers<Finding[]>()
  const timer = setTimeout(() => resolve([]), longest)
  return Promise.race([checked, late]).finally(() => clearTimeout(timer))
}

/** Above the points that were found. */
export function questionOf({ length }: readonly Finding[], done = 'saved'): string {
  return `Not ${done} yet: this would put ${length === 1 ? 'one new problem' : `${length} new problems`} on the site.`
}
