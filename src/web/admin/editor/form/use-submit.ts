import { type SubmitEvent, useRef } from 'react'
import { PASSWORD_CONFIRMATION_FIELD } from '#contract/core/user-error.ts'
import type { Values } from '#web/forms/form-action.ts'
import type { FormSubmission } from '../../forms/form-submission.tsx'
import { type FormValuesStore, pickChangedValues } from '../../forms/form-values-store.ts'

type Options = {
  form: FormValuesStore
  submission: FormSubmission
  expectedVersion: Values | undefined
  showError: (error: string, fields: Values) => void
  onSend: () => void
}

/** Checks and sends the values of a form. */
export function useSubmit({ form, submission: { isBusy, submitValues }, expectedVersion, showError, onSend }: Options) {
  /** The values of the last attempt, and the fields that aren't in the form store. */
  const lastAttempt = useRef<{ values: Values; extraFields: Values }>({ values: form.saved(), extraFields: {} })
  function send(extraFields: Values) {
    const result = form.validate()
    if ('fieldErrors' in result) return showError(formatErrorCount(Object.keys(result.fieldErrors).length), result.fieldErrors)
    if (isBusy) return
    lastAttempt.current = { values: form.values(), extraFields }
    onSend()
    submitValues({ ...result.body, ...expectedVersion, ...extraFields })
  }
  return {
    submit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault()
      send(readExtraFields(event.currentTarget, (event.nativeEvent as globalThis.SubmitEvent).submitter))
    },
    /** Sends the form again with the same button. */
    tryAgain: () => send(lastAttempt.current.extraFields),
    /** Returns the values that the admin has typed since the last attempt. */
    getLaterValues: () => pickChangedValues(lastAttempt.current.values, form.values()),
  }
}

/** Reads the pressed button, and the password: the form store doesn't hold it, so that no autosave stores it. */
function readExtraFields(form: HTMLFormElement, button: HTMLElement | null): Values {
  const password = new FormData(form).get(PASSWORD_CONFIRMATION_FIELD)
  return {
    ...(typeof password === 'string' && { [PASSWORD_CONFIRMATION_FIELD]: password }),
    ...(button instanceof HTMLButtonElement && button.name && { [button.name]: button.value }),
  }
}

function formatErrorCount(count: number): string {
  return count === 1 ? 'Not saved: one field needs your attention.' : `Not saved: ${count} fields need your attention.`
}
