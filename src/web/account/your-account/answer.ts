import { data } from 'react-router'
import { isRefusal } from '../../../contract/refusal.ts'

/** The forms of the page. */
export type FormName = 'confirmation' | 'password' | 'begin' | 'confirm' | 'renew' | 'turn-off' | 'end' | 'end-others'

/** What the page gets back from one of its forms; nothing of it outlives this one answer. */
export type AccountAnswer = {
  form: FormName
  /** Why it was refused. */
  error?: string
  /** By the names that the fields have on this page. */
  fields?: Record<string, string>
  /** The secret that is being set up. */
  secret?: string
  message?: string
  recoveryCodes?: string[]
}

/** A refusal as the page's answer. The call's fields become those of the form: a page has each name once. */
export function refused(error: unknown, form: FormName, names: Record<string, string>, secret?: string) {
  if (!isRefusal(error) || error.status === 401) throw error
  const fields = Object.entries(error.fields ?? {}).map(([name, sentence]) => [names[name] ?? name, sentence])
  const answer: AccountAnswer = { form, error: error.message, fields: Object.fromEntries(fields), secret }
  return data(answer, { status: error.status })
}
