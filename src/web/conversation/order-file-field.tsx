import { Fragment } from 'react'
import { NO_FILE_MESSAGE, UPLOAD_FILE_PART } from '#contract/core/endpoint.ts'
import { isUserError } from '#contract/core/user-error.ts'
import { buildOrderFileUrl, ORDER_FILE_ACCEPT, uploadOrderFileEndpoint } from '#contract/work/order-files.ts'
import type { UploadCallFunction, Values } from '../forms/form-action.ts'
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
  isMultiple?: boolean
}

/** Chooses files of an order. Those that were uploaded with a refused form stay attached. */
export function OrderFileField({ id, label, help, values, error, inputClassName, isMultiple = false }: Props) {
  const { attachedFile, attachedFileName = '' } = values ?? {}
  const ids = listAttachedFiles(values)
  const names = attachedFileName.split(SEPARATOR)
  return (
    <>
      {attachedFile && (
        <p className="wrap-anywhere">
          Attached:{' '}
          {ids.map((fileId, index) => (
            <Fragment key={fileId}>
              {index > 0 && ', '}
              <a href={buildOrderFileUrl(fileId)} className="underline">
                {names[index]}
              </a>
            </Fragment>
          ))}
          <HiddenFields values={{ attachedFile, attachedFileName }} />
        </p>
      )}
      <LabeledField
        id={id}
        label={attachedFile ? (isMultiple ? 'Add more files' : 'Replace the file') : label}
        help={help}
        error={error}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            name={UPLOAD_FILE_PART}
            accept={ORDER_FILE_ACCEPT}
            multiple={isMultiple}
            className={inputClassName}
          />
        )}
      </LabeledField>
    </>
  )
}

/** Between the ids and between the names of attached files. No file name has it. */
const SEPARATOR = '/'

/** The ids and the names of the files that were uploaded with a form that was refused then. */
export const attachedFileFields = { attachedFile: hiddenFieldSpec, attachedFileName: hiddenFieldSpec }

/** Returns the ids of the files that are attached to a form. */
export function listAttachedFiles({ attachedFile = '' }: Values = {}): string[] {
  return attachedFile.split(SEPARATOR).filter(Boolean)
}

/**
 * Uploads the chosen files of a form, and puts them into `postedValues`. A refused form keeps them there. Without `maxFiles`,
 * takes one, which replaces an attached one.
 */
export async function uploadChosenOrderFiles(
  callWithForm: UploadCallFunction,
  orderId: string,
  postedValues: Values,
  maxFiles = 1,
): Promise<void> {
  const uploads = new Map<string, string>()
  const attach = callWithForm(uploadOrderFileEndpoint, {
    params: { orderId },
    maxFiles,
    onReply: ({ record }) => uploads.set(record._id, record.name),
  })
  await attach
    .catch((error: unknown) => {
      if (!isUserError(error) || error.fields?.[UPLOAD_FILE_PART] !== NO_FILE_MESSAGE) throw error
    })
    .finally(() => {
      const join = (attached = '', added: Iterable<string>) =>
        [...(maxFiles > 1 && attached ? [attached] : []), ...added].join(SEPARATOR)
      const { attachedFile, attachedFileName } = postedValues
      if (uploads.size > 0)
        Object.assign(postedValues, {
          attachedFile: join(attachedFile, uploads.keys()),
          attachedFileName: join(attachedFileName, uploads.values()),
        })
    })
}
