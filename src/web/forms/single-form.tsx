import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { BRAND } from '../ui/brand-name.ts'
import type { Answer } from './answer.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

type Props = {
  title: string
  lead: string
  fields: readonly Omit<TextFieldProps, 'value' | 'error'>[]
  submit: string
  /** What the action answered, if the form came back. */
  answer: Answer | undefined
  /** Links below the form. */
  children?: ReactNode
}

/** A short form on a page of its own: the summary of what is wrong, the fields, one button. */
export function SingleForm({ title, lead, fields, submit, answer, children }: Props) {
  return (
    <main id="main" tabIndex={-1} className="container account">
      <title>{`${answer ? 'Error: ' : ''}${title} | ${BRAND}`}</title>
      <meta name="robots" content="noindex" />
      {answer && <ProblemSummary answer={answer} />}
      <h1 className="h1">{title}</h1>
      <p className="lead">{lead}</p>
      <Form method="post" noValidate>
        {fields.map((field) => (
          <TextField key={field.name} {...field} value={answer?.values[field.name]} error={answer?.fields[field.name]} />
        ))}
        <button type="submit" className="button">
          {submit}
        </button>
      </Form>
      {children}
    </main>
  )
}

/** Has the focus when the page comes back, and leads to each field at fault. */
function ProblemSummary({ answer: { error, fields } }: { answer: Answer }) {
  const atFault = Object.entries(fields)
  return (
    <div className="problem-summary" role="alert" tabIndex={-1} autoFocus aria-labelledby="problem">
      <h2 id="problem">There is a problem</h2>
      {atFault.length === 0 && <p>{error}</p>}
      <ul>
        {atFault.map(([name, sentence]) => (
          <li key={name}>
            <a href={`#${name}`}>{sentence}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
