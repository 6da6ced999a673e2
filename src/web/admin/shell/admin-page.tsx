import { BookOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { NoindexHead } from '../../layout/noindex-head.tsx'
import { adminPaths } from '../admin-paths.ts'
import { getGuideUrlForScreen } from './guide-chapter-for-each-screen.ts'
import { UnsavedChangesProvider } from './unsaved-changes.tsx'

type Crumb = { name: string; to?: string }

type Props = {
  /** The window's title, if it isn't the heading. */
  title?: string
  heading: string
  /** The breadcrumbs. The default is the overview, then this page. The overview itself passes none. */
  crumbs?: readonly Crumb[]
  /** Text below the heading. */
  note?: ReactNode
  /** Content beside the heading. */
  aside?: ReactNode
  /** `paper` for pages of cards, `white` for pages with a form. */
  background?: 'white' | 'paper'
  children: ReactNode
}

/** A page inside the admin frame: breadcrumbs, heading and content. */
export function AdminPage({
  title,
  heading,
  note,
  crumbs = [{ name: 'Overview', to: adminPaths.overview }, { name: heading }],
  aside,
  background = 'paper',
  children,
}: Props) {
  return (
    <main id="main" tabIndex={-1} className={`min-w-0 grow ${background === 'paper' ? 'bg-paper' : 'bg-white'}`}>
      <UnsavedChangesProvider>
        {(hasProblem) => (
          <>
            <NoindexHead title={title ?? heading} hasProblem={hasProblem} />
            <header className={`bg-paper px-(--edge) pt-5 pb-4 ${background === 'white' ? 'border-b border-rule' : ''}`}>
              {crumbs.length > 0 && (
                <div className="mb-2 flex items-start justify-between gap-4">
                  <Breadcrumbs crumbs={crumbs} />
                  <GuideLink />
                </div>
              )}
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <div>
                  <h1 tabIndex={-1} className="text-title font-semibold">
                    {heading}
                  </h1>
                  {note && <p className="text-muted">{note}</p>}
                </div>
                {aside}
                {crumbs.length === 0 && <GuideLink className="max-lg:ml-auto" />}
              </div>
            </header>
            {children}
          </>
        )}
      </UnsavedChangesProvider>
    </main>
  )
}

/** Links to the guide's chapter about this screen. */
function GuideLink({ className = '' }: { className?: string }) {
  const { pathname } = useLocation()
  if (pathname === adminPaths.guide) return null
  return (
    <Link
      to={getGuideUrlForScreen(pathname)}
      className={`inline-flex min-h-6 flex-none items-center gap-1.5 text-fine text-ink ${className}`}
    >
      <BookOpen className="size-4" aria-hidden />
      Help
    </Link>
  )
}

/** The last crumb is the page itself. Leaves out a crumb named like the next one: a group can have an editor of its name. */
function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const distinctCrumbs = crumbs.filter(({ name }, index) => name !== crumbs[index + 1]?.name)
  return (
    <nav aria-label="Breadcrumbs" className="text-fine text-muted">
      <ol className="flex flex-wrap items-center gap-x-2">
        {distinctCrumbs.map(({ name, to }, index) => (
          <li key={name} className="flex min-h-6 items-center gap-x-2">
            {index > 0 && (
              <span aria-hidden className="text-survey">
                /
              </span>
            )}
            {to ? (
              <Link to={to} className="inline-block py-0.5 text-ink underline">
                {name}
              </Link>
            ) : (
              <span aria-current="page">{name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
