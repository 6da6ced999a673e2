import { MIN_PASSWORD_LENGTH } from '../../contract/people/accounts.ts'
import type { FieldSpec } from '../forms/form-field.tsx'

export const emailField: FieldSpec = { label: 'Email', type: 'email', autoComplete: 'email', required: true }

export const passwordField: FieldSpec = {
  label: 'Password',
  type: 'password',
  autoComplete: 'current-password',
  required: true,
  minLength: MIN_PASSWORD_LENGTH,
}

/** A password that the account has already: only whether it is right counts. */
export const currentPasswordField: FieldSpec = { ...passwordField, label: 'Your password', minLength: 1 }

/** For a password that is yet to be thought of; the script adds a word on how strong it is. */
export const newPasswordField: FieldSpec = {
  ...passwordField,
  autoComplete: 'new-password',
  help: `At least ${MIN_PASSWORD_LENGTH} characters. Three unrelated words are easy to remember and hard to guess.`,
}

/** A code of an authenticator app. Text, because a number would lose its zeros. */
export const oneTimeCodeField: FieldSpec = {
  label: 'Code',
  type: 'text',
  autoComplete: 'one-time-code',
  inputMode: 'numeric',
  required: true,
}
