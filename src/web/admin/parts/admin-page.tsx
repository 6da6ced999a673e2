import type { ReactNode } from 'react'
import { useActionData } from 'react-router'
import type { FormAnswer } from '../../forms/form-action.ts'
import { UnlistedMeta } from '../../layout/page-meta.tsx'
import { PageForms } from '../forms/unsaved-changes.tsx'
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx'

type Props = {
  /** For the window's title; the heading where it is left out. */
  title?: string
  heading: string
  /** None on the first page. */
  crumbs: readonly Crumb[]
  /** Under the heading. */
  note?: ReactNode
  /** Beside the heading. */
  aside?: ReactNode
  /** A page of cards lies on paper, one with a form on white. */
  ground?: 'white' | 'paper'
  children: ReactNode
}

/** A page inside the admin's frame: way back, heading, content. */
export function AdminPage({ title, heading, note, crumbs, aside, ground = 'white', children }: Props) {
  const posted = useActionData<FormAnswer>()
  return (
    <main id="main" tabIndex={-1} className={`min-w-0 grow ${ground === 'paper' ? 'bg-paper' : 'bg-white'}`}>
      <PageForms cameBackWithProblem={posted?.error !== undefined}>
        {(hasProblem) => (
          <>
            <UnlistedMeta title={title ?? heading} hasProblem={hasProblem} />
            <header className={`bg-paper px-(--edge) pt-5 pb-4 ${ground === 'white' ? 'border-b border-rule' : ''}`}>
              {crumbs.length > 0 && <Breadcrumbs crumbs={crumbs} />}
              <div className="flex [nav+&]:mt-2 flex-wrap items-center gap-x-4 gap-y-2">
                <div>
                  <h1 tabIndex={-1} className="text-title font-semibold">
                    {heading}
                  </h1>
                  {note && <p className="text-muted">{note}</p>}
                </div>
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
