import type { ReactNode } from 'react'

const backgroundClasses = {
  paper: 'section section-paper',
  white: 'section section-white',
  sand: 'section section-sand',
  night: 'section section-night',
  /** Paper that continues a section on paper: no rule and no padding between the two. */
  joined: 'section section-paper section-joined',
}

type Props = { id?: string; background?: keyof typeof backgroundClasses; children: ReactNode }

/** A band of the page: its ground, its padding and the rule that parts it from the one before. */
export function Section({ id, background = 'paper', children }: Props) {
  return (
    <section id={id} className={backgroundClasses[background]}>
      <div className="container">{children}</div>
    </section>
  )
}
