import type { ReactNode } from 'react'
import { DocumentForm, type FieldSpecs, FormFields } from '../../forms/document-form.tsx'
import type { AccountAnswer, AccountFormName } from './account-forms.ts'

type PartProps = { id: string; title: string; children: ReactNode }

/** One part of the account: its name, and beside it what there is to know and to do. */
export function Part({ id, title, children }: PartProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="account-part">
      <h2 id={`${id}-title`} className="h3">
        {title}
      </h2>
      <div>{children}</div>
    </section>
  )
}

type FormProps = {
  name: AccountFormName
  /** What opens the form. */
  summary: string
  fields: FieldSpecs
  answer: AccountAnswer | undefined
  /** Open before it came back with a refusal: it has to be filled in before anything else. */
  isOpen?: boolean
  submit: string
  busy: string
  look?: 'filled' | 'outline'
  /** Above the fields. */
  children?: ReactNode
}

/** A form that stays folded until somebody wants it; without script too. */
export function PartForm({ name, summary, fields, answer, isOpen, submit, busy, look = 'filled', children }: FormProps) {
  return (
    <details open={isOpen || answer?.form === name} className="account-form">
      <summary>{summary}</summary>
      <DocumentForm name={name} fields={fields} answer={answer} busy={busy}>
        {children}
        <FormFields />
        <button type="submit" className={look === 'filled' ? 'button' : 'button button-outline'}>
          {submit}
        </button>
      </DocumentForm>
    </details>
  )
}

/** How something stands, in a word. */
export function State({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  return <span className={isGood ? 'state state-good' : 'state'}>{children}</span>
}
