import {
  auditSiteEndpoint,
  auditUnsavedChangeEndpoint,
  findingNeedsSaveConfirmation,
  type ProposedRecordsChange,
  type SiteAuditFinding,
} from '#contract/content/site-audit.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { isNotLoggedInError } from '#contract/core/user-error.ts'
import type { Values } from '#web/forms/form-action.ts'

/** The name of the button that proceeds despite new findings. Its value is `1`. */
export const PROCEED_ANYWAY_FIELD = '_anyway'

/** How long an action waits for the audit (ms). The audit is a hint and must not block the action. */
const TIMEOUT_MS = 8_000

type LoadFindings = () => Promise<SiteAuditFinding[]>

/**
 * Returns the question that the form asks before the action. `action` is its button, such as "Hide". Returns undefined
 * without new findings, or if the admin proceeds anyway.
 */
export async function buildNewFindingsQuestion(postedValues: Values, action: string, loadFindings: LoadFindings) {
  return formatWarning(await loadUnlessProceeding(postedValues, loadFindings), action)
}

/** Returns the question that an editor asks before the save, and the findings that it notes after the save. */
export async function buildSaveQuestionAndSuggestions(postedValues: Values, loadFindings: LoadFindings) {
  const findings = await loadUnlessProceeding(postedValues, loadFindings)
  return {
    warning: formatWarning(findings.filter(findingNeedsSaveConfirmation), 'Save'),
    notes: findings.filter((finding) => !findingNeedsSaveConfirmation(finding)),
  }
}

async function loadUnlessProceeding(postedValues: Values, loadFindings: LoadFindings): Promise<SiteAuditFinding[]> {
  return postedValues[PROCEED_ANYWAY_FIELD] === '1' ? [] : loadFindings()
}

/**
 * Returns the problems that a change of a kind's records would add to the public pages. Returns none if the audit fails or
 * times out. Throws a 401 if the session has ended.
 */
export async function loadUnsavedChangeFindings(
  call: ApiCallFunction,
  { kind, recent }: ContentKind,
  change: ProposedRecordsChange,
  timeoutMs = TIMEOUT_MS,
): Promise<SiteAuditFinding[]> {
  // Kinds that need a password confirmation are on no page.
  if (recent) return []
  return withTimeout(call(auditUnsavedChangeEndpoint, { params: { kind }, body: change }), timeoutMs)
}

/** Returns the problems that publishing the release would add. */
export function loadReleaseFindings(call: ApiCallFunction): Promise<SiteAuditFinding[]> {
  return withTimeout(call(auditSiteEndpoint, { query: { draft: true, new: true } }), TIMEOUT_MS)
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

function formatWarning(findings: readonly SiteAuditFinding[], action: string) {
  if (findings.length === 0) return undefined
  return { error: `${describeProblems(findings, action)} ${action} anyway?`, findings }
}

function describeProblems(findings: readonly SiteAuditFinding[], action: string): string {
  const { length } = findings
  if (findings.every(({ rule }) => rule === 'broken-link' || rule === 'bare-domain')) {
    if (action === 'Save') return length === 1 ? 'This link is broken.' : `${length} links are broken.`
    return length === 1 ? 'A link would break.' : `${length} links would break.`
  }
  return length === 1 ? 'This adds a problem to your site.' : `This adds ${length} problems to your site.`
}
