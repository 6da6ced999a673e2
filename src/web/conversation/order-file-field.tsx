import { NO_FILE_MESSAGE, UPLOAD_FILE_PART } from '#contract/core/endpoint.ts'
import type { UploadCallFunction } from '#contract/core/page-rendering-interface.ts'
import { isUserError } from '#contract/core/user-error.ts'
import { buildOrderFileUrl, ORDER_FILE_ACCEPT, uploadOrderFileEndpoint } from '#contract/work/order-files.ts'
import type { Values } from '../forms/form-action.ts'
import { HiddenFields, hiddenFieldSpec, LabeledField } from '../forms/form-field.tsx'

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

/** The id and the name of a file that was uploaded with a form that was refused then. */
export const attachedFileFields = { attachedFile: hiddenFieldSpec, attachedFileName: hiddenFieldSpec }

/** Uploads the chosen file of a form, if there is one, and puts it into `postedValues`. A refused form keeps it there. */
export async function uploadChosenOrderFile(
  callWithForm: UploadCallFunction,
  orderId: string,
  postedValues: Values,
): Promise<void> {
  const upload = await callWithForm(uploadOrderFileEndpoint, { params: { orderId } }).catch((error: unknown) => {
    if (isUserError(error) && error.fields?.[UPLOAD_FILE_PART] === NO_FILE_MESSAGE) return undefined
    throw error
  })
  if (upload) Object.assign(postedValues, { attachedFile: upload.record._id, attachedFileName: upload.record.name })
}
