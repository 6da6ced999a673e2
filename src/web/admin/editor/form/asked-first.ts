import { type Change, checkChange, checkSite, type Finding } from '../../../../contract/content/site-checks.ts'
import type { ContentKind } from '../../../../contract/grammar/content-kind.ts'
import type { Call } from '../../../../contract/grammar/endpoint.ts'
import { isLoggedOut } from '../../../../contract/grammar/refusal.ts'
import type { Values } from '../../../forms/form-action.ts'

/** The name of the button that goes on in spite of what was found, with the value `1`. */
export const ANYWAY = '_anyway'

/** How long an act waits for the check (ms): it is a help, and must not be in the way. */
const LONGEST = 8_000

/**
 * The question that a form comes back with before something is `done` ("saved"), with what was found; none where nothing
 * would be newly wrong, or whoever sent it goes on anyway.
 */
export async function askedFirst(posted: Values, done: string, find: () => Promise<Finding[]>) {
  const findings = posted[ANYWAY] === '1' ? [] : await find()
  return findings.length > 0 ? { error: questionOf(findings, done), findings } : undefined
}

/**
 * What a change of the records of a kind would newly break on the public pages. Nothing where the check cannot say so in
 * time: what is refused is refused by the change itself. Throws where nobody is logged in any more.
 */
export async function foundBeforeChange(
  call: Call,
  { kind, recent }: ContentKind,
  change: Change,
  longest = LONGEST,
): Promise<Finding[]> {
  // Such kinds are on no page.
  if (recent) return []
  return inTime(call(checkChange, { params: { kind }, body: change }), longest)
}

/** The same of the draft of the site, before it is published or a time is set for that. */
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
function questionOf({ length }: readonly Finding[], done: string): string {
  return `Not ${done} yet: this would put ${length === 1 ? 'one new problem' : `${length} new problems`} on the site.`
}
