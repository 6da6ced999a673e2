import type { ComponentProps, ReactNode } from 'react'

type Props = ComponentProps<'section'> & {
  headingId: string
  heading: string
  /** Shown beside the heading. */
  aside?: ReactNode
}

/** A wide section of an admin page with a header. Its lists and tables reach both edges. */
export function AdminSection({ headingId, heading, aside, className, children, ...section }: Props) {
  return (
    <section {...section} aria-labelledby={headingId} className={className ? `sheet ${className}` : 'sheet'}>
      <header>
        <h2 id={headingId}>{heading}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
