import { UPLOAD_FILE_PART } from '#contract/core/endpoint.ts'
import { buildOrderFileUrl, ORDER_FILE_ACCEPT } from '#contract/work/order-files.ts'
import type { Values } from '../forms/form-action.ts'
import { LabeledField } from '../forms/form-field.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'

type Props = {
  /** The id of the file input. */
  id: string
  label: string
  help: string
  /** The values of a refused form. */
  values: Values | undefined
  error: string | undefined
  inputClassName: string
}

/** Chooses a file of an order. One that was uploaded with a refused form stays attached. */
export function OrderFileField({ id, label, help, values, error, inputClassName }: Props) {
  const { attachedFile, attachedFileName = '' } = values ?? {}
  return (
    <>
      {attachedFile && (
        <p className="wrap-anywhere">
          Attached:{' '}
          <a href={buildOrderFileUrl(attachedFile)} className="underline">
            {attachedFileName}
          </a>
          <HiddenFields values={{ attachedFile, attachedFileName }} />
        </p>
      )}
      <LabeledField id={id} label={attachedFile ? 'Replace the file' : label} help={help} error={error}>
        {(control) => (
          <input {...control} type="file" name={UPLOAD_FILE_PART} accept={ORDER_FILE_ACCEPT} className={inputClassName} />
        )}
      </LabeledField>
    </>
  )
}
