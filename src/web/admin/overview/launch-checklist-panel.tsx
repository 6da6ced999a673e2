import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { EndpointResult } from '#contract/core/endpoint.ts'
import type { getLaunchChecklistEndpoint, LaunchCheck } from '#contract/sales/launch-checklist.ts'
import { type SearchEngineVisibilityState, saveSearchEngineDecisionEndpoint } from '#contract/site/search-engine-visibility.ts'
import { defineForm } from '../../forms/form-action.ts'
import { LoadErrorPanel } from '../../lists/load-error.tsx'
import type { LoadFailure } from '../../temporary-failures.ts'
import { adminPaths, OPEN_SINGLE_RECORD_EDITOR_PARAM } from '../admin-paths.ts'
import { type FormSubmission, PostButton, SubmissionError } from '../forms/form-submission.tsx'
import { LaunchCheckLink } from '../sales/launch-checklist/launch-check-parts.tsx'
import { launchChecklistTexts } from '../sales/launch-checklist/launch-checklist-texts.ts'
import { AdminSection } from '../shell/admin-section.tsx'

export type LaunchChecklistReply = EndpointResult<typeof getLaunchChecklistEndpoint>

/** Lists the open checks of the launch checklist. Shrinks to one sentence after the last check. */
export function LaunchChecklistPanel({
  checklist,
  submission,
}: {
  checklist: LaunchChecklistReply | LoadFailure
  submission: FormSubmission
}) {
  if ('problem' in checklist) return <LoadErrorPanel title="Before you launch" className="overview-wide" {...checklist} />
  const openChecks = checklist.checks.filter(({ isDone }) => !isDone)
  if (openChecks.length === 0) {
    return (
      <div className="overview-wide grid gap-2 text-muted">
        <p>
          Ready to launch: everything on the list is done.{' '}
          <LaunchCheckLink to={adminPaths.launchChecklist}>See the list</LaunchCheckLink>,{' '}
          <LaunchCheckLink to={adminPaths.siteAudit}>check my site</LaunchCheckLink>
        </p>
        <SearchEngineVisibility state={checklist.searchEngines} submission={submission} />
      </div>
    )
  }
  return (
    <AdminSection
      headingId="launch-title"
      heading="Before you launch"
      className="overview-wide"
      aside={
        <p className="flex flex-wrap items-center gap-x-4 text-muted">
          {openChecks.length} of {checklist.checks.length} left
          <Link
            to={adminPaths.siteAudit}
            className="inline-flex min-h-11 items-center font-semibold no-underline hover:underline"
          >
            Check my site
          </Link>
          <Link
            to={adminPaths.launchChecklist}
            className="inline-flex min-h-11 items-center gap-2 font-semibold no-underline hover:underline"
          >
            See all steps
            <ArrowRight className="size-4.5" aria-hidden />
          </Link>
        </p>
      }
    >
      <ul className="grid gap-x-10 px-4 pb-2 md:px-5 lg:grid-cols-2">
        {openChecks.map((item) => (
          <ChecklistItem key={item.check} {...item} />
        ))}
      </ul>
      <div className="border-t border-rule-light px-4 py-3.5 md:px-5">
        <SearchEngineVisibility state={checklist.searchEngines} submission={submission} />
      </div>
    </AdminSection>
  )
}

function ChecklistItem({ check, left, detail, places }: LaunchCheck) {
  const { openTitle, link } = launchChecklistTexts[check]
  const title = openTitle(left)
  return (
    <li className="flex items-start gap-3.5 border-t border-rule-light py-3.5">
      <div className="min-w-0 grow">
        <p className="font-semibold">{title}</p>
        <p className="text-help text-muted wrap-anywhere">
          {places.length === 0
            ? detail
            : places.map(({ name, path }, index) => (
                <span key={name}>
                  <LaunchCheckLink to={`${path}?${OPEN_SINGLE_RECORD_EDITOR_PARAM}=1`}>{name}</LaunchCheckLink>
                  {index < places.length - 1 && ', '}
                </span>
              ))}
        </p>
      </div>
      <LaunchCheckLink
        to={link?.to.startsWith('/') ? link.to : `${adminPaths.launchChecklist}${link?.to ?? ''}`}
        className="inline-flex min-h-11 flex-none items-center font-semibold underline"
      >
        {link ? 'Do it' : 'See how'}
        <span className="sr-only">: {title}</span>
      </LaunchCheckLink>
    </li>
  )
}

/** Names the form within its page. */
export const SEARCH_ENGINES_FORM_NAME = 'search-engines'

const fields = { isAllowed: { input: 'hidden' } }

export const searchEngineVisibilityForm = defineForm(fields, ({ call, values: { isAllowed } }) =>
  call(saveSearchEngineDecisionEndpoint, { body: { isAllowed: isAllowed === 'yes' } }),
)

const VISIBILITY_MESSAGES: Record<SearchEngineVisibilityState, string> = {
  thisMachine: 'allowed, but your site isn’t public yet.',
  keptOut: 'kept out until you replace the sample content.',
  allowedWithSamples: 'allowed, but some content is still sample content.',
  allowed: 'allowed.',
}

/** Says whether search engines may list the site. While the site holds samples, a button changes that. */
function SearchEngineVisibility({ state, submission }: { state: SearchEngineVisibilityState; submission: FormSubmission }) {
  const isBlocked = state === 'keptOut'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p>
        <strong className="font-semibold">Search engines:</strong> {VISIBILITY_MESSAGES[state]}
      </p>
      <SubmissionError submission={submission} />
      {(isBlocked || state === 'allowedWithSamples') && (
        <PostButton submission={submission} values={{ isAllowed: isBlocked ? 'yes' : 'no' }}>
          {isBlocked ? 'Let search engines in now' : 'Keep search engines out'}
        </PostButton>
      )}
    </div>
  )
}
