import type { ReactNode } from 'react'

type Props = {
  /** The id of the card's heading. */
  id: string
  label: string
  title: ReactNode
  children: ReactNode
  /** The one thing to do. */
  button: ReactNode
}

/** Says what waits for the customer, with the button that does it. */
export function ActionCard({ id, label, title, children, button }: Props) {
  return (
    <section aria-labelledby={id} className="action-card">
      <HouseIllustration />
      <div>
        <div>
          <p>{label}</p>
          <h2 id={id}>{title}</h2>
          <p>{children}</p>
        </div>
        {button}
      </div>
    </section>
  )
}

function HouseIllustration() {
  return (
    <svg viewBox="0 0 140 96" aria-hidden="true" className="action-card-house">
      <path className="house-fill" d="M20 44h80v48H20z" />
      <path d="M2 92h136M20 44v48M100 44v48M12 48 60 10l48 38M76 23V12h8v17M30 56h16v18H30zM38 56v18M30 65h16M72 56h16v18H72zM80 56v18M72 65h16" />
      <path className="house-tree" d="M120 92V66m0 4c-15 0-15-34 0-34s15 34 0 34z" />
      <path className="house-door" d="M54 92V64h12v28z" />
    </svg>
  )
}
