import { useEffect, useState } from 'react'
import type { Values } from '#web/forms/form-action.ts'
import { buildFieldId } from '#web/forms/form-field.tsx'
import type { FormValuesStore } from '../../forms/form-values-store.ts'

/** Holds the error of the last save. Each new error moves the focus to the form's error summary (P-170). */
export function useSaveError(form: FormValuesStore, id: string, errors: Values) {
  const [saveError, setSaveError] = useState<{ message: string; isAboutFields: boolean }>()
  useEffect(() => {
    if (saveError) document.getElementById(buildFieldId(id, 'problem'))?.parentElement?.focus()
  }, [id, saveError])
  const isFixed = saveError?.isAboutFields && Object.keys(errors).length === 0
  return {
    /** The error of the whole form. Undefined once the admin has corrected all invalid fields. */
    problem: isFixed ? undefined : saveError?.message,
    show(message: string, fields: Values) {
      form.showErrors(fields)
      setSaveError({ message, isAboutFields: Object.keys(fields).length > 0 })
    },
    clear: () => setSaveError(undefined),
  }
}
