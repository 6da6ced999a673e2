import type { ReactNode } from 'react'
import { type FieldSpecs, FormFields, HtmlForm } from '../../forms/html-form.tsx'
import type { AccountAnswer, AccountFormName } from './account-forms.ts'

type SectionProps = { id: string; title: string; children: ReactNode }

/** One part of the account: its name, and beside it what there is to know and to do. */
export function AccountSection({ id, title, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="account-part">
      <h2 id={`${id}-title`} className="h3">
        {title}
      </h2>
      <div>{children}</div>
    </section>
  )
}

type CollapsibleFormProps = {
  name: AccountFormName
  /** What opens the form. */
  summary: string
  fields: FieldSpecs
  answer: AccountAnswer | undefined
  /** Open before it came back with a refusal: it has to be filled in before anything else. */
  isOpen?: boolean
  submit: string
  busy: string
  buttonStyle?: 'filled' | 'outline'
  /** Above the fields. */
  children?: ReactNode
}

/** A form that stays folded until somebody wants it; without script too. */
export function CollapsibleForm({
  name,
  summary,
  fields,
  answer,
  isOpen,
  submit,
  busy,
  buttonStyle = 'filled',
  children,
}: CollapsibleFormProps) {
  return (
    <details open={isOpen || answer?.form === name} className="account-form">
      <summary>{summary}</summary>
      <HtmlForm name={name} fields={fields} answer={answer} busyLabel={busy}>
        {children}
        <FormFields />
        <button type="submit" className={buttonStyle === 'filled' ? 'button' : 'button button-outline'}>
          {submit}
        </button>
      </HtmlForm>
    </details>
  )
}

/** How something stands, in a word. */
export function StatusBadge({ isPositive, children }: { isPositive: boolean; children: ReactNode }) {
  return <span className={isPositive ? 'state state-good' : 'state'}>{children}</span>
}
