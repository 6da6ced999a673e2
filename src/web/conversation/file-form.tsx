import type { ReactNode } from 'react'
import { UPLOAD_FILE_PART } from '../../contract/core/endpoint.ts'
import { ORDER_FILE_ACCEPT, ORDER_FILE_HELP } from '../../contract/work/order-files.ts'
import type { FormAnswer } from '../forms/form-action.ts'
import { buildFieldId, LabeledField } from '../forms/form-field.tsx'
import { FILE_FORM_NAME } from './conversation-forms.ts'

type Props = {
  label: string
  answer: FormAnswer | undefined
  className?: string
  inputClassName: string
  /** The submit button. */
  children: ReactNode
}

/** Sends a file about an order. It posts the same with and without script. */
export function FileForm({ label, answer, className, inputClassName, children }: Props) {
  const error = answer?.form === FILE_FORM_NAME ? answer.fields[UPLOAD_FILE_PART] : undefined
  return (
    <form method="post" encType="multipart/form-data" noValidate data-busy="Sending…" className={className}>
      <LabeledField id={buildFieldId(FILE_FORM_NAME, UPLOAD_FILE_PART)} label={label} help={ORDER_FILE_HELP} error={error}>
        {(control) => (
          <input {...control} type="file" name={UPLOAD_FILE_PART} accept={ORDER_FILE_ACCEPT} className={inputClassName} />
        )}
      </LabeledField>
      {children}
    </form>
  )
}
