import type { ReactNode } from 'react'
import type { Values } from '../../forms/form-action.ts'
import { type FormFieldSpecsByName, HtmlForm, HtmlFormFields } from '../../forms/html-form.tsx'
import { appendReturnPath, useReturnPath } from '../../return-path.ts'
import { FormButton } from '../../ui/link-button.tsx'
import type { YourAccountFormAnswer, YourAccountFormName } from './your-account-forms.ts'

type SectionProps = { id: string; title: string; children: ReactNode }

/** Renders one section of the account page: the heading, and beside it the content. */
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
  name: YourAccountFormName
  /** The label that opens the form. */
  summary: string
  fields: FormFieldSpecsByName
  answer: YourAccountFormAnswer | undefined
  /** Starts open: the person has to fill in this form first. */
  isOpen?: boolean
  /** The values before the first submission. */
  initialValues?: Values
  submit: string
  busy: string
  buttonStyle?: 'filled' | 'outline'
  /** Shown above the fields. */
  children?: ReactNode
}

/** Renders a form that stays closed until the person opens it. It works without JavaScript. */
export function CollapsibleForm({
  name,
  summary,
  fields,
  answer,
  isOpen,
  initialValues,
  submit,
  busy,
  buttonStyle = 'filled',
  children,
}: CollapsibleFormProps) {
  return (
    <details open={isOpen || answer?.form === name} className="account-form">
      <summary>{summary}</summary>
      <HtmlForm
        name={name}
        action={useAccountFormPath()}
        fields={fields}
        answer={answer}
        initialValues={initialValues}
        busyLabel={busy}
      >
        {children}
        <HtmlFormFields />
        <FormButton buttonStyle={buttonStyle}>{submit}</FormButton>
      </HtmlForm>
    </details>
  )
}

/** Returns the path that the forms of /account post to. It drops the fragment: with one, browsers don't focus the error summary. */
export function useAccountFormPath(): string {
  return appendReturnPath('/account', useReturnPath())
}

export function StatusBadge({ isPositive, children }: { isPositive: boolean; children: ReactNode }) {
  return <span className={isPositive ? 'state state-good' : 'state'}>{children}</span>
}
