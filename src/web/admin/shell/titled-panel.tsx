import type { ReactNode } from 'react'

/** A titled panel beside or between the sections of an admin page. */
export function TitledPanel({ title, isDashed, children }: { title: string; isDashed?: boolean; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className={`grid grid-cols-1 gap-3 rounded-card border p-4 md:p-5 ${isDashed ? 'border-dashed border-survey' : 'border-rule bg-white'}`}
    >
      <h2 className="font-semibold">{title}</h2>
      {children}
    </section>
  )
}
