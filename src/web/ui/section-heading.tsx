import type { ReactNode } from 'react'

type Props = {
  eyebrow?: string
  title?: string
  /** Stands at the right of the heading where there is room. */
  children?: ReactNode
}

/** The small line and the heading of a section. */
export function SectionHeading({ eyebrow, title, children }: Props) {
  return (
    <div className="heading">
      <div>
        {eyebrow && <p className="eyebrow">{eyebrow}</p>}
        {title && <h2 className="h2">{title}</h2>}
      </div>
      {children}
    </div>
  )
}
