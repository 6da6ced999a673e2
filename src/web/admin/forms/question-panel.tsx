import type { ReactNode } from 'react'

type Props = { id: string; heading: 'h2' | 'h3'; question: ReactNode; children: ReactNode; buttons: ReactNode }

/** Asks a question inside a form, before the form is sent again. Takes the focus when it appears. */
export function QuestionPanel({ id, heading: Heading, question, children, buttons }: Props) {
  return (
    <section
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the admin must hear the question first
      autoFocus
      aria-labelledby={id}
      className="grid gap-3 rounded-card border border-rule bg-warning-tint p-4 print:hidden"
    >
      <Heading id={id} className="font-semibold">
        {question}
      </Heading>
      {children}
      <div className="flex flex-wrap gap-2">{buttons}</div>
    </section>
  )
}
