import type { ReactNode } from 'react'

type Props = {
  eyebrow?: string
  title?: string
  /** Heads the page itself. */
  isPage?: boolean
  /** Stands at the right of the heading where there is room. */
  children?: ReactNode
}

/** The small line and the heading of a section, or of a page. */
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
