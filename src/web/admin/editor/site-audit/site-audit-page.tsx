import { Check } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { auditSiteEndpoint, type SiteAuditFinding, siteAuditRuleIds, siteAuditRules } from '#contract/content/site-audit.ts'
import { LoadErrorPanel } from '#web/lists/load-error.tsx'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { loadOrReturnFailure } from '#web/temporary-failures.ts'
import { addDraftParam, adminPaths, hasDraftParam } from '../../admin-paths.ts'
import { useAdminLayoutData } from '../../shell/admin-layout-data.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { AdminSection } from '../../shell/admin-section.tsx'
import { Chip } from '../../shell/chip.tsx'
import { FindingFixLink } from '../form/new-findings-panels.tsx'
import { groupFindingsByPage, type PageFindingGroup } from './group-findings-by-page.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { call } = getPageRequestContext(context)
  const isDraftMode = hasDraftParam(new URL(request.url).searchParams)
  return { isDraftMode, result: await loadOrReturnFailure(() => call(auditSiteEndpoint, { query: { draft: isDraftMode } })) }
}

/** Lists the audit's findings, each with a link to the field that fixes it. */
export function Page() {
  const { isDraftMode, result } = useLoaderData<typeof loader>()
  return (
    <AdminPage
      heading="Check my site"
      note={
        isDraftMode
          ? 'Your public pages as they’ll be once you publish your drafts.'
          : 'Your public pages as visitors see them now. Each issue links to its fix.'
      }
      aside={'findings' in result && <FindingCounts findings={result.findings} />}
    >
      <div className="grid max-w-240 gap-5 px-(--edge) pb-16">
        <DraftModeSwitch isDraftMode={isDraftMode} />
        {'problem' in result ? <LoadErrorPanel title="Findings" {...result} /> : <Findings findings={result.findings} />}
        <SiteAuditScope findings={'findings' in result ? result.findings : undefined} />
      </div>
    </AdminPage>
  )
}

function FindingCounts({ findings }: { findings: readonly SiteAuditFinding[] }) {
  const errorCount = findings.filter(({ severity }) => severity === 'error').length
  const sampleCount = findings.filter(({ rule }) => rule === 'sample').length
  const warningCount = findings.length - errorCount - sampleCount
  return (
    <>
      {errorCount > 0 && <Chip tone="error">{errorCount} broken</Chip>}
      {warningCount > 0 && <Chip tone="warning">{warningCount} could be better</Chip>}
      {sampleCount > 0 && <Chip tone="warning">{sampleCount === 1 ? '1 sample' : `${sampleCount} samples`}</Chip>}
      {findings.length === 0 && <Chip tone="success">Nothing found</Chip>}
    </>
  )
}

/** Switches between the live site and the site with the staged changes. */
function DraftModeSwitch({ isDraftMode }: { isDraftMode: boolean }) {
  const count = useAdminLayoutData().draftedChanges ?? 0
  if (count === 0 && !isDraftMode) return null
  return (
    <nav aria-label="Version to check" className="switch">
      <Link to={adminPaths.siteAudit} aria-current={isDraftMode ? undefined : 'page'}>
        Live now
      </Link>
      <Link to={addDraftParam(adminPaths.siteAudit)} aria-current={isDraftMode ? 'page' : undefined}>
        With drafts
      </Link>
    </nav>
  )
}

function Findings({ findings }: { findings: readonly SiteAuditFinding[] }) {
  const groups = groupFindingsByPage(findings)
  if (groups.length > 0) return groups.map((group) => <FindingGroupPanel key={group.title} {...group} />)
  return (
    <section aria-label="Findings" className="sheet px-4 py-5 md:px-5">
      <p className="flex items-start gap-3">
        <Check className="mt-0.5 size-5 flex-none text-pine" aria-hidden />
        No problems found on any page.
      </p>
    </section>
  )
}

/** More samples than this are folded, because a new site's many samples would hide the errors. */
const MAX_OPEN_SAMPLES = 3

function FindingGroupPanel({ title, path, findings }: PageFindingGroup) {
  const otherFindings = findings.filter(({ rule }) => rule !== 'sample')
  const samples = findings.filter(({ rule }) => rule === 'sample')
  const id = `findings-${title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <AdminSection
      headingId={id}
      heading={title}
      aside={
        <p className="flex items-center gap-4 text-muted">
          {findings.length === 1 ? '1 issue' : `${findings.length} issues`}
          {path && (
            <a href={path} className="inline-flex min-h-11 items-center underline">
              View<span className="sr-only"> {title}</span>
            </a>
          )}
        </p>
      }
    >
      {otherFindings.length > 0 && <FindingList findings={otherFindings} />}
      {samples.length > MAX_OPEN_SAMPLES ? (
        <details className="border-t border-rule-light">
          <summary className="cursor-pointer px-4 py-3 font-semibold md:px-5">{samples.length} samples</summary>
          <FindingList findings={samples} />
        </details>
      ) : (
        samples.length > 0 && <FindingList findings={samples} />
      )}
    </AdminSection>
  )
}

function FindingList({ findings }: Pick<PageFindingGroup, 'findings'>) {
  return (
    <ul className="px-4 md:px-5">
      {findings.map(({ otherPages, ...finding }) => (
        <li
          key={`${finding.rule} ${finding.place.path} ${finding.says}`}
          className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t border-rule-light py-3.5 sm:flex-nowrap"
        >
          <div className="flex-none sm:w-36">
            <Chip tone={finding.severity === 'error' ? 'error' : 'warning'}>{getSeverityLabel(finding)}</Chip>
          </div>
          <div className="min-w-0 grow basis-full sm:basis-0">
            <p className="wrap-anywhere">{finding.says}</p>
            {otherPages.length > 0 && (
              <p className="text-help text-muted">Also on {new Intl.ListFormat('en-US').format(otherPages)}</p>
            )}
            <FindingFixLink finding={finding} className="inline-block py-1 font-semibold underline wrap-anywhere" />
          </div>
        </li>
      ))}
    </ul>
  )
}

function getSeverityLabel({ rule, severity }: SiteAuditFinding): string {
  if (rule === 'sample') return 'Sample'
  return severity === 'error' ? 'Broken' : 'Could be better'
}

/** Lists the audit's rules, and names the checks that it doesn't make. */
function SiteAuditScope({ findings }: { findings: readonly SiteAuditFinding[] | undefined }) {
  return (
    <AdminSection headingId="scope-title" heading="What we check">
      <ul className="grid gap-x-10 px-4 pb-2 md:px-5 lg:grid-cols-2">
        {siteAuditRuleIds.map((rule) => {
          const count = findings?.filter((finding) => finding.rule === rule).length
          return (
            <li key={rule} className="flex items-start gap-3 border-t border-rule-light py-2.5">
              <span className="grow">{siteAuditRules[rule].name}</span>
              {count === 0 && <Check className="mt-0.5 size-5 flex-none text-pine" aria-label="OK" role="img" />}
              {count !== undefined && count > 0 && <span className="flex-none text-muted">{count} found</span>}
            </li>
          )
        })}
      </ul>
      <p className="border-t border-rule-light px-4 py-4 text-help text-muted md:px-5">
        We don’t contact other sites, so we can’t tell whether links to them work or how large their images are. We don’t check
        colors and contrast either: they’re part of the design and were checked when the site was made. Your{' '}
        <Link to={adminPaths.release} className="underline">
          drafts
        </Link>{' '}
        are checked only under “With drafts.”
      </p>
    </AdminSection>
  )
}
