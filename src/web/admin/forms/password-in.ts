import { CONFIRMATION } from '../../../contract/refusal.ts'

/** The password in a form that is being sent, where it was asked for once more. */
export function passwordIn(form: unknown): string | undefined {
  const password = form instanceof HTMLFormElement ? new FormData(form).get(CONFIRMATION) : null
  return typeof password === 'string' ? password : undefined
}
