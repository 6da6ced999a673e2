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
