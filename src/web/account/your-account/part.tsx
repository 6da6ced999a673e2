import type { ReactNode } from 'react'

type Props = { id: string; title: string; children: ReactNode }

/** One part of the account: its name, and beside it what there is to know and to do. */
export function Part({ id, title, children }: Props) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="account-part">
      <h2 id={`${id}-title`} className="h3">
        {title}
      </h2>
      <div>{children}</div>
    </section>
  )
}
