import {
  auditProposedChange,
  auditSite,
  type ProposedChange,
  type SiteAuditFinding,
} from '../../../../contract/content/site-audit.ts'
import type { ContentKind } from '../../../../contract/core/content-kind.ts'
import type { ApiCall } from '../../../../contract/core/endpoint.ts'
import { isNotLoggedInError } from '../../../../contract/core/user-error.ts'
import type { Values } from '../../../forms/form-action.ts'

/** The name of the button that goes on in spite of what was found, with the value `1`. */
export const PROCEED_ANYWAY_FIELD = '_anyway'

/** How long an act waits for the check (ms): it is a help, and must not be in the way. */
const TIMEOUT_MS = 8_000

/**
 * The question that a form comes back with before something is `done` ("saved"), with what was found; none where nothing
 * would be newly wrong, or whoever sent it goes on anyway.
 */
export async function buildNewFindingsWarning(
  posted: Values,
  actionVerb: string,
  loadFindings: () => Promise<SiteAuditFinding[]>,
) {
  const findings = posted[PROCEED_ANYWAY_FIELD] === '1' ? [] : await loadFindings()
  return findings.length > 0 ? { error: formatWarning(findings, actionVerb), findings } : undefined
}

/**
 * What a change of the records of a kind would newly break on the public pages. Nothing where the check cannot say so in
 * time: what is refused is refused by the change itself. Throws where nobody is logged in any more.
 */
export async function loadChangeFindings(
  call: ApiCall,
  { kind, recent }: ContentKind,
  change: ProposedChange,
  timeoutMs = TIMEOUT_MS,
): Promise<SiteAuditFinding[]> {
  // Such kinds are on no page.
  if (recent) return []
  return withTimeout(call(auditProposedChange, { params: { kind }, body: change }), timeoutMs)
}

/** The same of the draft of the site, before it is published or a time is set for that. */
export function loadReleaseFindings(call: ApiCall): Promise<SiteAuditFinding[]> {
  return withTimeout(call(auditSite, { query: { draft: true, new: true } }), TIMEOUT_MS)
}

async function withTimeout(
  pendingAudit: Promise<{ findings: SiteAuditFinding[] }>,
  timeoutMs: number,
): Promise<SiteAuditFinding[]> {
  const auditFindings = pendingAudit.then(
    ({ findings }) => findings,
    (error: unknown) => {
      if (isNotLoggedInError(error)) throw error
      return []
    },
  )
  const { promise: timeout, resolve } = Promise.withResolvers<SiteAuditFinding[]>()
  const timer = setTimeout(() => resolve([]), timeoutMs)
  return Promise.race([auditFindings, timeout]).finally(() => clearTimeout(timer))
}

/** Above the points that were found. */
function formatWarning({ length }: readonly SiteAuditFinding[], actionVerb: string): string {
  return `Not ${actionVerb} yet: this would put ${length === 1 ? 'one new problem' : `${length} new problems`} on the site.`
}
