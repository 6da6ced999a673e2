/** Fields as text, as forms hold them. */
export type Values = Record<string, string>

/** The answer to a form that was saved; `message` is the alert's text as the server sent it. */
export type Saved = { form: string; message: string; values: Values }

/** The answer to a form that was refused, with what was typed. */
export type Failed = {
  form: string
  error: string
  fields: Values
  values: Values
  /** Of the form that was sent: sent once more it is the same submission. */
  formId?: string
}

export type Outcome = Saved | Failed

export function isFailed(outcome: Outcome | undefined): outcome is Failed {
  return outcome !== undefined && 'error' in outcome
}

/** The field of a form that says which of the page's forms it is. */
export const FORM_NAME = '_section'
