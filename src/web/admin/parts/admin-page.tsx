import type { ReactNode } from 'react'
import { useActionData } from 'react-router'
import { isFailed, type Outcome } from '../forms/outcome.ts'
import { PageForms } from '../forms/page-forms.tsx'
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx'

type Props = {
  /** For the window's title; the heading where it is left out. */
  title?: string
  heading: string
  crumbs: readonly Crumb[]
  /** Beside the heading. */
  aside?: ReactNode
  children: ReactNode
}

/** A page inside the admin's frame: way back, heading, content. */
export function AdminPage({ title, heading, crumbs, aside, children }: Props) {
  const posted = useActionData<Outcome>()
  return (
    <main id="main" tabIndex={-1} className="min-w-0 grow">
      <PageForms cameBackWithProblem={isFailed(posted)}>
        {(hasProblem) => (
          <>
            <title>{`${hasProblem ? 'Error: ' : ''}${title ?? heading} | Rankstead`}</title>
            <meta name="robots" content="noindex" />
            <header className="border-b border-rule px-(--edge) pt-5 pb-4">
              <Breadcrumbs crumbs={crumbs} />
              <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
                <h1 tabIndex={-1} className="text-title font-semibold">
                  {heading}
                </h1>
                {aside}
              </div>
            </header>
            {children}
          </>
        )}
      </PageForms>
    </main>
  )
}
