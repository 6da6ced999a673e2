import type { ReactNode } from 'react'
import { type FormFieldSpecsByName, HtmlForm, HtmlFormFields } from '../forms/html-form.tsx'
import { appendReturnPath, useReturnPath } from '../return-path.ts'
import { FormButton } from '../ui/link-button.tsx'
import { logInFormFields, registerFormFields } from './credential-form-fields.ts'

/** The register form beside the log-in form, for a person who came from a price button (P-48). */
export function CreateAccountChoice() {
  return (
    <AccountChoice name="register" label="Create account" busyLabel="Creating your account…" fields={registerFormFields}>
      <FormButton>Create account</FormButton>
    </AccountChoice>
  )
}

/** The log-in form beside the register form. */
export function LogInChoice() {
  return (
    <AccountChoice name="login" label="Log in" busyLabel="Logging in…" fields={logInFormFields}>
      <p>
        <a href="/reset">Forgot password</a>
      </p>
      <FormButton buttonStyle="outline">Log in</FormButton>
    </AccountChoice>
  )
}

type Props = { name: 'register' | 'login'; label: string; busyLabel: string; fields: FormFieldSpecsByName; children: ReactNode }

/** The page of the same name answers the form. */
function AccountChoice({ name, label, busyLabel, fields, children }: Props) {
  const headingId = `${name}-heading`
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="h3">
        {label}
      </h2>
      <HtmlForm name={name} action={appendReturnPath(`/${name}`, useReturnPath())} fields={fields} busyLabel={busyLabel}>
        <HtmlFormFields />
        {children}
      </HtmlForm>
    </section>
  )
}
