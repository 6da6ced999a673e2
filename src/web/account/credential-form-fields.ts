import { MIN_PASSWORD_LENGTH } from '#contract/people/authentication.ts'
import type { FormFieldSpec } from '../forms/form-field.tsx'

export const emailFormField: FormFieldSpec = { label: 'Email', type: 'email', autoComplete: 'email', required: true }

/** The email in a form with a password. Password managers save the password under it. */
export const usernameField: FormFieldSpec = { ...emailFormField, autoComplete: 'username' }

/** Asks for the email only for the password manager, where the page doesn't know it. The server ignores it. */
export const unknownUsernameField: FormFieldSpec = {
  ...usernameField,
  label: 'Email (optional)',
  required: false,
  help: 'Your browser or password manager saves the new password under this email.',
}

/** Names the account to password managers in a form that asks for no email. The server ignores it. */
export const shownUsernameField: FormFieldSpec = { ...usernameField, required: false, readOnly: true }

const passwordFormField: FormFieldSpec = {
  label: 'Password',
  type: 'password',
  autoComplete: 'current-password',
  required: true,
  minLength: MIN_PASSWORD_LENGTH,
}

/** The account's current password. It has no length rule: the server only compares it. */
export const currentPasswordField: FormFieldSpec = { ...passwordFormField, label: 'Your password', minLength: 1 }

/** A password that the person chooses now. The script rates its strength. */
export const newPasswordField: FormFieldSpec = {
  ...passwordFormField,
  autoComplete: 'new-password',
  help: `At least ${MIN_PASSWORD_LENGTH} characters. Three unrelated words are easy to remember and hard to guess.`,
}

/** A code from an authenticator app. A text field, because a number field would drop leading zeros. */
export const oneTimeCodeField: FormFieldSpec = {
  label: 'Code',
  type: 'text',
  autoComplete: 'one-time-code',
  inputMode: 'numeric',
  required: true,
}

/** The fields of the log-in and register forms. */
export const logInFormFields = { email: usernameField, password: passwordFormField }
export const registerFormFields = { email: usernameField, password: newPasswordField }
