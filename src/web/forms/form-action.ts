import { type ActionFunctionArgs, data } from 'react-router'
import type { ErrorReply } from '#contract/core/common-schemas.ts'
import {
  buildTooManyFilesMessage,
  type Endpoint,
  type EndpointResult,
  NO_FILE_MESSAGE,
  UPLOAD_FILE_PART,
  type UploadOptions,
} from '#contract/core/endpoint.ts'
import { ACCOUNT_FIELD, type FileOfForm, type PageRequestContext } from '#contract/core/page-rendering-interface.ts'
import {
  appendRequestId,
  assertAccountOfPage,
  isNotLoggedInError,
  isOtherAccountError,
  isUserError,
  UserError,
} from '#contract/core/user-error.ts'
import { getPageRequestContext } from '../page-request-context.ts'
import { isTemporaryHttpStatus } from '../temporary-failures.ts'
import { computeIdempotencyKey, FORM_RENDERING_ID_FIELD } from './form-idempotency-key.ts'

/** Field values by name, as text. */
export type Values = Record<string, string>

/** What an action returns for a form, unless it redirects. */
export type FormAnswer = {
  /** The name of the submitted form; empty if the page has only one. */
  form: string
  /** The typed values. Never contains passwords and codes: browsers cache and print pages. */
  values: Values
  /** Why the form was refused. */
  error?: string
  /** The input isn't at fault: sending the same again may work. */
  isTemporary?: true
  /** The error message of each invalid field. */
  fields: Values
  /** The success message. */
  notice?: string
  /** The id of the function that undoes the action. */
  undo?: string
  /** The saved record, or the current one if it conflicts with the save. */
  record?: ErrorReply['record']
  /** The form id of the refused submission. Sent again, it counts as the same submission. */
  formId?: string
}

/** The field with the name of the submitted form. */
export const FORM_NAME_FIELD = '_form'

/** The declared fields of a form, by name. */
type FormFieldSpecs<Name extends string = string> = Readonly<Record<Name, FormFieldSpec>>

type FormFieldSpec = { type: string; autoComplete?: string } | { input: string }

export type SubmittedForm<Name extends string = string> = PageRequestContext &
  Pick<ActionFunctionArgs, 'request' | 'params'> & {
    /** The declared fields. A field that wasn't sent is empty. */
    values: Record<Name, string>
    /** All sent text fields. In a form with files, `callWithForm` fills them. */
    postedValues: Values
    /** The files of a form that the browser's script handles. On the server, `callWithForm` reads them. */
    postedFiles: readonly File[]
    /** The idempotency key (decision 30). It depends on the form id and on the values without passwords. */
    key: string | undefined
  }

/**
 * The success message, new field values, and any other data for the page. Or the reply of a call, whose message is shown and
 * which empties the form.
 */
export type FormResult = Partial<Pick<FormAnswer, 'notice' | 'undo' | 'record' | 'values'>> & {
  message?: string
  [more: string]: unknown
}

/** Handles a submitted form: redirects, or returns a result. Its `UserError` becomes the form's answer. */
type FormHandler<Name extends string> = (submittedFields: SubmittedForm<Name>) => Promise<Response | FormResult>

/** One form of a page: its fields and its handler. */
export type FormDefinition = { fields: FormFieldSpecs; handler: FormHandler<string>; takesFile?: true }

export function defineForm<Name extends string>(fields: FormFieldSpecs<Name>, handler: FormHandler<Name>): FormDefinition {
  return { fields, handler: handler as FormHandler<string> }
}

/**
 * Makes a call once for each file of the posted form, and tries them all. Returns the last reply. Throws a 400 if there is no
 * file, and what refused files, by their names if the form has several. Throws a 400, too, if the form has more than `maxFiles`
 * with those of `countAttached`, which an earlier submission has uploaded.
 */
export type UploadCallFunction = <E extends Endpoint & { upload: UploadOptions }>(
  endpoint: E,
  input?: {
    params?: Readonly<Record<string, string>>
    maxFiles?: number
    countAttached?: () => number
    onReply?: (reply: EndpointResult<E>) => void
  },
) => Promise<EndpointResult<E>>

/**
 * Defines a form that uploads files as `multipart/form-data`. Its page must be declared with `takesFile` and may have only
 * one. `handler` uploads with `callWithForm`. The texts are in `postedValues` after that call. They come back if the form is
 * refused.
 */
export function defineFileUploadForm(
  handler: (callWithForm: UploadCallFunction, submission: SubmittedForm) => Promise<Response | FormResult>,
  fields: FormFieldSpecs,
): FormDefinition {
  const handleFiles: FormHandler<string> = (submission) => handler(createUploadCall(submission), submission)
  return { fields, handler: handleFiles, takesFile: true }
}

function createUploadCall({ call, readFileForm, postedFiles, postedValues, viewer }: SubmittedForm): UploadCallFunction {
  return async (endpoint, { params = {}, maxFiles = 1, countAttached = () => 0, onReply } = {}) => {
    const replies: EndpointResult<typeof endpoint>[] = []
    const refusals: FileRefusal[] = []
    const assertMaxFiles = (count: number) => {
      if (count + countAttached() > maxFiles) throw new UserError(400, buildTooManyFilesMessage(maxFiles), UPLOAD_FILE_PART)
    }
    const onFile = async (file: File | FileOfForm) => {
      try {
        if (readFileForm) assertMaxFiles(replies.length + 1)
        const reply = await call(endpoint, { params, body: {}, file, key: undefined } as never)
        replies.push(reply)
        onReply?.(reply)
      } catch (error) {
        refusals.push({ name: file.name, error })
      }
    }
    const onField = (name: string, value: string) => {
      postedValues[name] = normalizeLineBreaks(value)
    }
    try {
      if (readFileForm) await readFileForm(endpoint, { params, form: { maxFiles, onField, onFile } })
      else {
        assertMaxFiles(postedFiles.length)
        for (const file of postedFiles) await onFile(file)
      }
    } finally {
      assertAccountOfPage(postedValues[ACCOUNT_FIELD], viewer)
    }
    if (refusals.length > 0) throw joinRefusals(refusals, replies.length)
    const reply = replies.at(-1)
    if (reply === undefined) throw new UserError(400, NO_FILE_MESSAGE, UPLOAD_FILE_PART)
    return reply
  }
}

type FileRefusal = { name: string; error: unknown }

/** Returns one error that names each refused file, unless the form has one file or an error is about something else. */
function joinRefusals(refusals: readonly FileRefusal[], accepted: number): unknown {
  const [first] = refusals
  const other = refusals.find(({ error }) => !isUserError(error) || !error.fields?.[UPLOAD_FILE_PART])
  if (other || refusals.length + accepted === 1) return (other ?? first)?.error
  const status = Math.max(...refusals.map(({ error }) => (error as UserError).status))
  const sentences = refusals.map(({ name, error }) => `“${name}”: ${(error as UserError).message}`)
  return new UserError(status, sentences.join(' '), UPLOAD_FILE_PART)
}

/** Creates the action of a page with one form. */
export function createFormAction<Name extends string>(fields: FormFieldSpecs<Name>, handler: FormHandler<Name>) {
  const form = defineForm(fields, handler)
  return async (args: ActionFunctionArgs) => runForm(form, '', (await parseFormBody(args.request)).postedValues, args)
}

/** Creates the action of a page with named forms. Answers 400 for an unknown name. With one form, the name is optional. */
export function createNamedFormsAction(forms: Readonly<Record<string, FormDefinition>>) {
  const [firstName, ...otherNames] = Object.keys(forms)
  const fileFormEntry = Object.entries(forms).find(([, { takesFile }]) => takesFile)
  return async (args: ActionFunctionArgs) => {
    if (fileFormEntry && getPageRequestContext(args.context).readFileForm)
      return runForm(fileFormEntry[1], fileFormEntry[0], {}, args)
    const { postedValues, postedFiles } = await parseFormBody(args.request)
    const name = firstName && otherNames.length === 0 ? firstName : (postedValues[FORM_NAME_FIELD] ?? '')
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined
    if (!form) throw new UserError(400, 'We couldn’t find this form. Please go back and send it again.')
    return runForm(form, name, postedValues, args, postedFiles)
  }
}

/** Parses the text fields and the files of a form. Browsers send line breaks as CRLF; this returns LF. */
async function parseFormBody(request: Request): Promise<{ postedValues: Values; postedFiles: File[] }> {
  const form = await request.formData()
  const entries = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return {
    postedValues: Object.fromEntries(entries.map(([name, value]) => [name, normalizeLineBreaks(value)])),
    // A form without a chosen file sends one without a name.
    postedFiles: form.getAll(UPLOAD_FILE_PART).filter((file) => file instanceof File && file.name !== '') as File[],
  }
}

function normalizeLineBreaks(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

async function runForm(
  { fields, handler }: FormDefinition,
  form: string,
  postedValues: Values,
  args: ActionFunctionArgs,
  postedFiles: readonly File[] = [],
) {
  const { context, request, params } = args
  const visit = getPageRequestContext(context)
  const pickValues = (specs: [string, FormFieldSpec][]): Values =>
    Object.fromEntries(specs.map(([name]) => [name, postedValues[name] ?? '']))
  const readValues = () => pickValues(Object.entries(fields))
  // Called at the end: a form with a file has its texts then.
  const echoValues = () => pickValues(Object.entries(fields).filter(([, field]) => !isSecretField(field)))
  try {
    const key = computeIdempotencyKey(postedValues[FORM_RENDERING_ID_FIELD], echoValues())
    const result = await handler({ ...visit, request, params, values: readValues(), postedValues, postedFiles, key })
    if (result instanceof Response) return result
    if (result.message !== undefined) return { form, values: {}, fields: {}, notice: result.message } satisfies FormAnswer
    return { form, values: echoValues(), fields: {}, ...result } satisfies FormAnswer
  } catch (error) {
    return toErrorAnswer(error, visit, { form, values: echoValues(), formId: postedValues[FORM_RENDERING_ID_FIELD] })
  }
}

/**
 * Turns a `UserError` into the form's answer and rethrows any other error.
 * If a signed-in person's session has ended, rethrows too: the guard redirects to the login page.
 */
function toErrorAnswer(
  error: unknown,
  { viewer, requestId }: PageRequestContext,
  submittedFields: Pick<FormAnswer, 'form' | 'values' | 'formId'>,
) {
  if (!isUserError(error) || isOtherAccountError(error) || (isNotLoggedInError(error) && viewer.kind !== 'visitor')) throw error
  const { fields = {}, record } = error
  const message = requestId && error.status >= 500 ? appendRequestId(error.message, requestId) : error.message
  const temporaryFlag = isTemporaryHttpStatus(error.status) && { isTemporary: true as const }
  return data({ ...submittedFields, error: message, ...temporaryFlag, fields, ...(record && { record }) } satisfies FormAnswer, {
    // The router needs a status to know that nothing changed. An unreachable server has none.
    status: error.status || 503,
  })
}

function isSecretField(field: FormFieldSpec): boolean {
  return 'type' in field && (field.type === 'password' || field.autoComplete === 'one-time-code')
}
