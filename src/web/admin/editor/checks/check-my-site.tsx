import { Check } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { checkSite, type Finding, siteRuleIds, siteRules } from '../../../../contract/content/site-checks.ts'
import { type LoadFailure, readOrFailure } from '../../../lists/list-page.ts'
import { FailedPanel } from '../../../lists/load-failed.tsx'
import { visitOf } from '../../../visit.ts'
import { AdminPage } from '../../shell/admin-page.tsx'
import { Chip } from '../../shell/chip.tsx'
import { useFrameData } from '../../shell/frame-data.ts'
import { adminPaths, isDraftShown, withDraft } from '../../site-map.ts'
import { PlaceLink } from '../form/found-first.tsx'
import { type FindingGroup, groupsOf } from './finding-groups.ts'

type Loaded = { isOfDraft: boolean; found: { findings: Finding[] } | LoadFailure }

export async function loader({ context, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { call } = visitOf(context)
  const draft = isDraftShown(new URL(request.url).searchParams)
  return { isOfDraft: draft, found: await readOrFailure(() => call(checkSite, { query: { draft } })) }
}

/** Everything that visitors and search engines would stumble over, each with the way to the field that mends it. */
export function Page() {
  const { isOfDraft, found } = useLoaderData<Loaded>()
  return (
    <AdminPage
      heading="Check my site"
      note={
        isOfDraft
          ? 'The public pages as they will be once the draft is published.'
          : 'The public pages as visitors see them now. Each point leads to what mends it.'
      }
      ground="paper"
      crumbs={[{ name: 'Overview', to: adminPaths.overview }, { name: 'Check my site' }]}
      aside={'findings' in found && <Counts findings={found.findings} />}
    >
      <div className="grid max-w-240 gap-5 px-(--edge) pb-16">
        <Which isOfDraft={isOfDraft} />
        {'problem' in found ? <FailedPanel title="What was found" {...found} /> : <Findings findings={found.findings} />}
        <Scope findings={'findings' in found ? found.findings : undefined} />
      </div>
    </AdminPage>
  )
}

function Counts({ findings }: { findings: readonly Finding[] }) {
  const broken = findings.filter(({ severity }) => severity === 'error').length
  const samples = findings.filter(({ rule }) => rule === 'sample').length
  const better = findings.length - broken - samples
  return (
    <>
      {broken > 0 && <Chip tone="error">{broken} broken</Chip>}
      {better > 0 && <Chip tone="warning">{better} could be better</Chip>}
      {samples > 0 && <Chip tone="warning">{samples === 1 ? '1 sample' : `${samples} samples`}</Chip>}
      {findings.length === 0 && <Chip tone="success">Nothing found</Chip>}
    </>
  )
}

/** Between what is live and what will be, while there is a draft. */
function Which({ isOfDraft }: Pick<Loaded, 'isOfDraft'>) {
  const count = useFrameData().draftedChanges ?? 0
  if (count === 0 && !isOfDraft) return null
  return (
    <nav aria-label="What is checked" className="switch">
      <Link to={adminPaths.siteChecks} aria-current={isOfDraft ? undefined : 'page'}>
        Live now
      </Link>
      <Link to={withDraft(adminPaths.siteChecks)} aria-current={isOfDraft ? 'page' : undefined}>
        With the draft
      </Link>
    </nav>
  )
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  const groups = groupsOf(findings)
  if (groups.length > 0) return groups.map((group) => <Group key={group.title} {...group} />)
  return (
    <section aria-label="What was found" className="sheet px-4 py-5 md:px-5">
      <p className="flex items-start gap-3">
        <Check className="mt-0.5 size-5 flex-none text-pine" aria-hidden />
        Nothing is wrong on any page, as far as it is checked.
      </p>
    </section>
  )
}

/** A new site holds many samples: more of them than these would hide what is broken. */
const FEW = 3

function Group({ title, path, findings }: FindingGroup) {
  const others = findings.filter(({ rule }) => rule !== 'sample')
  const samples = findings.filter(({ rule }) => rule === 'sample')
  const id = `findings-${title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <section aria-labelledby={id} className="sheet">
      <header>
        <h2 id={id}>{title}</h2>
        <p className="flex items-center gap-4 text-muted">
          {findings.length === 1 ? '1 point' : `${findings.length} points`}
          {path && (
            <a href={path} className="inline-flex min-h-11 items-center underline">
              View<span className="sr-only"> {title}</span>
            </a>
          )}
        </p>
      </header>
      {others.length > 0 && <Points findings={others} />}
      {samples.length > FEW ? (
        <details className="border-t border-rule-light">
          <summary className="cursor-pointer px-4 py-3 font-semibold md:px-5">{samples.length} samples</summary>
          <Points findings={samples} />
        </details>
      ) : (
        samples.length > 0 && <Points findings={samples} />
      )}
    </section>
  )
}

function Points({ findings }: Pick<FindingGroup, 'findings'>) {
  return (
    <ul className="px-4 md:px-5">
      {findings.map(({ others, ...finding }) => (
        <li
          key={`${finding.rule} ${finding.place.path} ${finding.says}`}
          className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t border-rule-light py-3.5 sm:flex-nowrap"
        >
          <div className="flex-none sm:w-36">
            <Chip tone={finding.severity === 'error' ? 'error' : 'warning'}>{wordFor(finding)}</Chip>
          </div>
          <div className="min-w-0 grow basis-full sm:basis-0">
            <p className="wrap-anywhere">{finding.says}</p>
            {others.length > 0 && <p className="text-help text-muted">Also on {new Intl.ListFormat('en-GB').format(others)}</p>}
            <PlaceLink finding={finding} className="inline-block py-1 font-semibold underline wrap-anywhere" />
          </div>
        </li>
      ))}
    </ul>
  )
}

function wordFor({ rule, severity }: Finding): string {
  if (rule === 'sample') return 'Sample'
  return severity === 'error' ? 'Broken' : 'Could be better'
}

/** What stands behind "nothing found", and what does not. */
function Scope({ findings }: { findings: readonly Finding[] | undefined }) {
  return (
    <section aria-labelledby="scope-title" className="sheet">
      <header>
        <h2 id="scope-title">What is checked</h2>
      </header>
      <ul className="grid gap-x-10 px-4 pb-2 md:px-5 lg:grid-cols-2">
        {siteRuleIds.map((rule) => {
          const count = findings?.filter((one) => one.rule === rule).length
          return (
            <li key={rule} className="flex items-start gap-3 border-t border-rule-light py-2.5">
              <span className="grow">{siteRules[rule].name}</span>
              {count === 0 && <Check className="mt-0.5 size-5 flex-none text-pine" aria-label="All right" role="img" />}
              {count !== undefined && count > 0 && <span className="flex-none text-muted">{count} found</span>}
            </li>
          )
        })}
      </ul>
      <p className="border-t border-rule-light px-4 py-4 text-help text-muted md:px-5">
        Not checked: whether other sites answer, and how large their pictures are, because nothing is asked of them. Colors and
        their contrast belong to the design, which no content changes: they were checked when the site was made. What is in the{' '}
        <Link to={adminPaths.draft} className="underline">
          draft
        </Link>{' '}
        counts only once it is looked at with the draft.
      </p>
    </section>
  )
}
