import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { UnlistedMeta } from '../layout/unlisted-meta.tsx'
import type { Answer } from './answer.ts'
import { ProblemSummary } from './problem-summary.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

type Props = {
  title: string
  lead: string
  fields: readonly Omit<TextFieldProps, 'value' | 'error'>[]
  submit: string
  /** What the button says while the form is on its way. */
  busy?: string
  /** What the action answered, if the form came back. */
  answer: Answer | undefined
  /** What stands in the fields before anything was sent. */
  initial?: Record<string, string>
  /** Why the person is here, above everything else. */
  notice?: ReactNode
  /** Between the last field and the button. */
  beforeSubmit?: ReactNode
  /** Below the form. */
  children?: ReactNode
}

/** A short form on a page of its own: the summary of what is wrong, the fields, one button. */
export function SingleForm({ title, lead, fields, submit, busy, answer, initial, notice, beforeSubmit, children }: Props) {
  return (
    <main id="main" tabIndex={-1} className="container account">
      <UnlistedMeta title={title} hasProblem={answer !== undefined} />
      {answer ? <ProblemSummary answer={answer} names={fields.map(({ name }) => name)} /> : notice}
      <h1 className="h1">{title}</h1>
      <p className="lead">{lead}</p>
      <Form method="post" noValidate data-busy={busy}>
        {fields.map((field) => (
          <TextField
            key={field.name}
            {...field}
            value={(answer?.values ?? initial)?.[field.name]}
            error={answer?.fields[field.name]}
          />
        ))}
        {beforeSubmit}
        <button type="submit" className="button">
          {submit}
        </button>
      </Form>
      {children}
    </main>
  )
}
