import { NO_FILE_MESSAGE, UPLOAD_FILE_PART } from '#contract/core/endpoint.ts'
import type { UploadCallFunction } from '#contract/core/page-rendering-interface.ts'
import { isUserError } from '#contract/core/user-error.ts'
import { uploadOrderFileEndpoint } from '#contract/work/order-files.ts'
import type { Values } from '../forms/form-action.ts'
import { hiddenFieldSpec } from '../forms/form-field.tsx'

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
