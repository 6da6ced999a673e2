import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { ReplyOf } from '../../../contract/grammar/endpoint.ts'
import type { CheckState, goingLive } from '../../../contract/sales/going-live.ts'
import type { LoadFailure } from '../../lists/list-page.ts'
import { FailedPanel } from '../../lists/load-failed.tsx'
import type { Saving } from '../forms/saving.tsx'
import { CheckLink, liveCheckWords } from '../sales/payments/live-check-words.tsx'
import { adminPaths } from '../site-map.ts'
import { SearchEngines } from './search-engines.tsx'

export type Launch = ReplyOf<typeof goingLive>

/** What is left of the list before going live, each with the way to it; one quiet sentence once nothing is. */
export function LaunchPanel({ launch, deciding }: { launch: Launch | LoadFailure; deciding: Saving }) {
  if ('problem' in launch) return <FailedPanel title="Before you launch" className="overview-wide" {...launch} />
  const left = launch.checks.filter(({ isDone }) => !isDone)
  if (left.length === 0) {
    return (
      <div className="overview-wide grid gap-2 text-muted">
        <p>
          Before you launch: nothing is left to do. <CheckLink to={adminPaths.goingLive}>See the list</CheckLink>,{' '}
          <CheckLink to={adminPaths.siteChecks}>check my site</CheckLink>
        </p>
        <SearchEngines state={launch.searchEngines} saving={deciding} />
      </div>
    )
  }
  return (
    <section aria-labelledby="launch-title" className="sheet overview-wide">
      <header>
        <h2 id="launch-title">Before you launch</h2>
        <p className="flex items-center gap-4 text-muted">
          {left.length} of {launch.checks.length} left
          <Link
            to={adminPaths.siteChecks}
            className="inline-flex min-h-11 items-center font-semibold no-underline hover:underline"
          >
            Check my site
          </Link>
          <Link
            to={adminPaths.goingLive}
            className="inline-flex min-h-11 items-center gap-2 font-semibold no-underline hover:underline"
          >
            Going live
            <ArrowRight className="size-4.5" aria-hidden />
          </Link>
        </p>
      </header>
      <ul className="grid gap-x-10 px-4 pb-2 md:px-5 lg:grid-cols-2">
        {left.map((one) => (
          <Line key={one.check} {...one} />
        ))}
      </ul>
      <div className="border-t border-rule-light px-4 py-3.5 md:px-5">
        <SearchEngines state={launch.searchEngines} saving={deciding} />
      </div>
    </section>
  )
}

function Line({ check, left, detail, places }: CheckState) {
  const { open, link } = liveCheckWords[check]
  const title = open(left)
  return (
    <li className="flex items-start gap-3.5 border-t border-rule-light py-3.5">
      <div className="min-w-0 grow">
        <p className="font-semibold">{title}</p>
        <p className="text-help text-muted wrap-anywhere">
          {places.length === 0
            ? detail
            : places.map(({ name, path }, index) => (
                <span key={name}>
                  <CheckLink to={path}>{name}</CheckLink>
                  {index < places.length - 1 && ', '}
                </span>
              ))}
        </p>
      </div>
      <CheckLink
        to={link?.to.startsWith('/') ? link.to : `${adminPaths.goingLive}${link?.to ?? ''}`}
        className="inline-flex min-h-11 flex-none items-center font-semibold underline"
      >
        {link ? 'Do it' : 'See how'}
        <span className="sr-only">: {title}</span>
      </CheckLink>
    </li>
  )
}
