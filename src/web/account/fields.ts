import { MIN_PASSWORD } from '../../contract/accounts.ts'
import type { TextFieldProps } from '../forms/text-field.tsx'

type Field = Omit<TextFieldProps, 'value' | 'error'>

export const emailField: Field = { name: 'email', label: 'Email', type: 'email', autoComplete: 'email', required: true }

export const passwordField: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autoComplete: 'current-password',
  required: true,
  minLength: MIN_PASSWORD,
}

/** A code of an authenticator app. Text, because a number would lose its zeros. */
export const codeField: Field = {
  name: 'code',
  label: 'Code',
  type: 'text',
  autoComplete: 'one-time-code',
  inputMode: 'numeric',
  required: true,
}

/** For a password that is yet to be thought of; the script adds a word on how strong it is. */
export const newPasswordField: Field = {
  ...passwordField,
  autoComplete: 'new-password',
  help: `At least ${MIN_PASSWORD} characters. Three unrelated words are easy to remember and hard to guess.`,
}
