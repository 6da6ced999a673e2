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
  const attached = [...readAttachedFiles(values)]
  return (
    <>
      {attached.length > 0 && (
        <p className="wrap-anywhere">
          Attached:{' '}
          {attached.map(([fileId, name], index) => (
            <Fragment key={fileId}>
              {index > 0 && ', '}
              <a href={buildOrderFileUrl(fileId)} className="underline">
                {name}
              </a>
              {isMultiple && (
                <>
                  {' '}
                  <button
                    type="submit"
                    name={REMOVE_FILE_BUTTON_NAME}
                    value={fileId}
                    className="underline"
                    aria-label={`Remove ${name}`}
                  >
                    Remove
                  </button>
                </>
              )}
            </Fragment>
          ))}
          <HiddenFields values={toAttachedFileValues(new Map(attached))} />
        </p>
      )}
      <LabeledField
        id={id}
        label={attached.length > 0 ? (isMultiple ? 'Add more files' : 'Replace the file') : label}
        help={help}
        error={error}
      >
        {(control) => (
          <input
            // An empty one after an upload: the same files must not count twice.
            key={attached.map(([fileId]) => fileId).join(SEPARATOR)}
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

/** The button that removes an attached file from a form. Its value is the file's id. */
export const REMOVE_FILE_BUTTON_NAME = 'removeFile'

/** Returns the names of the files that are attached to a form, by id, without one that a button removes. */
export function readAttachedFiles(values: Values = {}): Map<string, string> {
  const { attachedFile = '', attachedFileName = '', [REMOVE_FILE_BUTTON_NAME]: removed } = values
  const names = attachedFileName.split(SEPARATOR)
  const files = attachedFile.split(SEPARATOR).map((id, index) => [id, names[index] ?? ''] as const)
  return new Map(files.filter(([id]) => id !== '' && id !== removed))
}

function toAttachedFileValues(files: ReadonlyMap<string, string>) {
  return { attachedFile: [...files.keys()].join(SEPARATOR), attachedFileName: [...files.values()].join(SEPARATOR) }
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
  const isMultiple = maxFiles > 1
  const attach = callWithForm(uploadOrderFileEndpoint, {
    params: { orderId },
    maxFiles,
    ...(isMultiple && { countAttached: () => readAttachedFiles(postedValues).size }),
    onReply: ({ record }) => uploads.set(record._id, record.name),
  })
  await attach
    .catch((error: unknown) => {
      if (!isUserError(error) || error.fields?.[UPLOAD_FILE_PART] !== NO_FILE_MESSAGE) throw error
    })
    .finally(() => {
      const attached = isMultiple || uploads.size === 0 ? readAttachedFiles(postedValues) : []
      Object.assign(postedValues, toAttachedFileValues(new Map([...attached, ...uploads])))
    })
}
