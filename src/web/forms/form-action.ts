import { type ActionFunctionArgs, data } from 'react-router'
import type { ErrorReply } from '#contract/core/common-schemas.ts'
import { NO_FILE_MESSAGE, UPLOAD_FILE_PART } from '#contract/core/endpoint.ts'
import { ACCOUNT_FIELD, type PageRequestContext, type UploadCallFunction } from '#contract/core/page-rendering-interface.ts'
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
    /** All sent text fields. In a form with a file, `callWithForm` fills them. */
    postedValues: Values
    /** The file of a form that the browser's script handles. On the server, `callWithForm` reads it. */
    postedFile: File | undefined
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
 * Defines a form that uploads a file as `multipart/form-data`. Its page must be declared with `takesFile` and may
 * have only one. The form's parts are the body of the call that `handler` makes with `callWithForm`. With `fields`, only the
 * file is: the texts are in `postedValues` after that call, and come back if the form is refused.
 */
export function defineFileUploadForm(
  handler: (callWithForm: UploadCallFunction, submission: SubmittedForm) => Promise<Response | FormResult>,
  fields?: FormFieldSpecs,
): FormDefinition {
  const handleFile: FormHandler<string> = async (submission) => {
    const { call, postedFile, postedValues } = submission
    const callWithForm: UploadCallFunction =
      submission.callWithForm ??
      (async (endpoint, input) => {
        if (!postedFile) throw new UserError(400, NO_FILE_MESSAGE, UPLOAD_FILE_PART)
        return call(endpoint, { ...input, body: {}, file: postedFile, key: undefined } as never)
      })
    if (!fields) return handler(callWithForm, submission)
    const onField = (name: string, value: string) => {
      postedValues[name] = normalizeLineBreaks(value)
    }
    const assertSameAccount = () => assertAccountOfPage(postedValues[ACCOUNT_FIELD], submission.viewer)
    const callAndCheckAccount: UploadCallFunction = async (endpoint, input) => {
      const reply = await callWithForm(endpoint, { params: {}, ...input, onField }).catch((error: unknown) => {
        assertSameAccount()
        throw error
      })
      assertSameAccount()
      return reply
    }
    return handler(callAndCheckAccount, submission)
  }
  return { fields: fields ?? {}, handler: handleFile, takesFile: true }
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
    if (fileFormEntry && getPageRequestContext(args.context).callWithForm)
      return runForm(fileFormEntry[1], fileFormEntry[0], {}, args)
    const { postedValues, postedFile } = await parseFormBody(args.request)
    const name = firstName && otherNames.length === 0 ? firstName : (postedValues[FORM_NAME_FIELD] ?? '')
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined
    if (!form) throw new UserError(400, 'We couldn’t find this form. Please go back and send it again.')
    return runForm(form, name, postedValues, args, postedFile)
  }
}

/** Parses the text fields and the file of a form. Browsers send line breaks as CRLF; this returns LF. */
async function parseFormBody(request: Request): Promise<{ postedValues: Values; postedFile: File | undefined }> {
  const form = await request.formData()
  const entries = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const file = form.get(UPLOAD_FILE_PART)
  return {
    postedValues: Object.fromEntries(entries.map(([name, value]) => [name, normalizeLineBreaks(value)])),
    // A form without a chosen file sends one without a name.
    postedFile: file instanceof File && file.name !== '' ? file : undefined,
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
  postedFile?: File,
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
    const result = await handler({ ...visit, request, params, values: readValues(), postedValues, postedFile, key })
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
