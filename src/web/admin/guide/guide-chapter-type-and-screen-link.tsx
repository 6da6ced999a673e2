import type { ReactNode } from 'react'
import { Link } from 'react-router'

export type GuideChapter = {
  title: string
  /** Describes the chapter's image, `/guide/{id}.webp`. */
  imageAlt: string
  text: ReactNode
}

export function GuideScreenLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="underline">
      {children}
    </Link>
  )
}
