import type { ReactNode } from 'react'

type Props = {
  eyebrow?: string
  title?: string
  /** Renders the page's main heading (h1). */
  isPage?: boolean
  /** Shown at the right of the heading if there is space. */
  children?: ReactNode
}

/** Renders the eyebrow and the heading of a section or page. */
export function SectionHeading({ eyebrow, title, isPage, children }: Props) {
  return (
    <div className="heading">
      <div>
        {eyebrow && <p className="eyebrow">{eyebrow}</p>}
        {title && (isPage ? <h1 className="h1">{title}</h1> : <h2 className="h2">{title}</h2>)}
      </div>
      {children}
    </div>
  )
}
