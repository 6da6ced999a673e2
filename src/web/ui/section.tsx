import type { ReactNode } from 'react'

const backgroundClasses = {
  paper: 'section section-paper',
  white: 'section section-white',
  sand: 'section section-sand',
  night: 'section section-night',
  /** Continues a paper section without a line or padding between the two. */
  joined: 'section section-paper section-joined',
}

type Props = { id?: string; background?: keyof typeof backgroundClasses; children: ReactNode }

/** Renders a full-width section with its background, padding and top line. */
export function Section({ id, background = 'paper', children }: Props) {
  return (
    <section id={id} className={backgroundClasses[background]}>
      <div className="container">{children}</div>
    </section>
  )
}

type SectionHeadingProps = {
  eyebrow?: string
  title?: string
  /** Renders the page's main heading (h1). */
  isPage?: boolean
  /** Shown at the right of the heading if there is space. */
  children?: ReactNode
}

/** Renders the eyebrow and the heading of a section or page. */
export function SectionHeading({ eyebrow, title, isPage, children }: SectionHeadingProps) {
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
