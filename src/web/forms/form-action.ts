import { type ActionFunctionArgs, data } from 'react-router'
import { UPLOAD_FILE_PART } from '../../contract/core/endpoint.ts'
import type { CallWithForm, PageVisit } from '../../contract/core/page-rendering.ts'
import type { ErrorReply } from '../../contract/core/reply-schemas.ts'
import { appendRequestId, isNotLoggedInError, isUserError, UserError } from '../../contract/core/user-error.ts'
import { isTemporaryStatus } from '../lists/load-list-page.ts'
import { getVisit } from '../visit-context.ts'
import { createIdempotencyKey, FORM_ID_FIELD } from './form-id.ts'

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
  /** The values that undo the action, to send to the same form. */
  undo?: Values
  /** The version that the next save is based on, in the form's field names. */
  expectedVersion?: Values
  /** The current record, if it conflicts with the save. */
  record?: ErrorReply['record']
  /** The form id of the refused submission. Sent again, it counts as the same submission. */
  formId?: string
}

/** The field with the name of the submitted form. */
export const FORM_NAME_FIELD = '_form'

/** The declared fields of a form, by name. */
type FormFieldSpecs<Name extends string = string> = Readonly<Record<Name, FormFieldSpec>>

type FormFieldSpec = { type: string; autoComplete?: string } | { input: string }

export type FormSubmission<Name extends string = string> = PageVisit &
  Pick<ActionFunctionArgs, 'request' | 'params'> & {
    /** The declared fields. A field that wasn't sent is empty. */
    values: Record<Name, string>
    /** All sent text fields. */
    postedValues: Values
    /** The idempotency key (decision 30). It depends on the form id and on the values without passwords. */
    key: string | undefined
  }

/** The success message, new field values, and any other data for the page. */
type FormResult = Partial<Pick<FormAnswer, 'notice' | 'undo' | 'expectedVersion' | 'values'>> & { [more: string]: unknown }

/** Handles a submitted form: redirects, or returns a result. Its `UserError` becomes the form's answer. */
type FormHandler<Name extends string> = (submittedFields: FormSubmission<Name>) => Promise<Response | FormResult>

/** One form of a page: its fields and its handler. */
export type FormDefinition = { fields: FormFieldSpecs; handler: FormHandler<string>; takesFile?: true }

export function defineForm<Name extends string>(fields: FormFieldSpecs<Name>, handler: FormHandler<Name>): FormDefinition {
  return { fields, handler: handler as FormHandler<string> }
}

/**
 * Defines a form that uploads a file as `multipart/form-data`. Its page must be declared with `takesFile` and may
 * have only one. The form's parts are the body of the call that `handler` makes with `callWithForm`.
 */
export function defineFileForm(
  handler: (callWithForm: CallWithForm, submission: FormSubmission) => Promise<Response | FormResult>,
): FormDefinition {
  const handleFile: FormHandler<string> = async (submission) => {
    if (!submission.callWithForm) throw new UserError(400, NO_FILE_MESSAGE, { [UPLOAD_FILE_PART]: NO_FILE_MESSAGE })
    return handler(submission.callWithForm, submission)
  }
  return { fields: {}, handler: handleFile, takesFile: true }
}

const NO_FILE_MESSAGE = 'Please choose a file.'

/** Creates the action of a page with one form. */
export function createFormAction<Name extends string>(fields: FormFieldSpecs<Name>, handler: FormHandler<Name>) {
  const form = defineForm(fields, handler)
  return async (args: ActionFunctionArgs) => runForm(form, '', await parseFormBody(args.request), args)
}

/** Creates the action of a page with named forms. Answers 400 for an unknown name. With one form, the name is optional. */
export function createFormActions(forms: Readonly<Record<string, FormDefinition>>) {
  const [firstName, ...otherNames] = Object.keys(forms)
  const fileFormEntry = Object.entries(forms).find(([, { takesFile }]) => takesFile)
  return async (args: ActionFunctionArgs) => {
    if (fileFormEntry && getVisit(args.context).callWithForm) return runForm(fileFormEntry[1], fileFormEntry[0], {}, args)
    const postedValues = await parseFormBody(args.request)
    const name = firstName && otherNames.length === 0 ? firstName : (postedValues[FORM_NAME_FIELD] ?? '')
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined
    if (!form) throw new UserError(400, 'We couldn’t find this form. Please go back and send it again.')
    return runForm(form, name, postedValues, args)
  }
}

/** Parses the text fields of a form. Browsers send line breaks as CRLF; this returns LF. */
async function parseFormBody(request: Request): Promise<Values> {
  const entries = [...(await request.formData())].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(entries.map(([name, value]) => [name, value.replace(/\r\n?/g, '\n')]))
}

async function runForm({ fields, handler }: FormDefinition, form: string, postedValues: Values, args: ActionFunctionArgs) {
  const { context, request, params } = args
  const visit = getVisit(context)
  const submittedFields = Object.entries(fields).map(([name, field]) => ({ name, field, value: postedValues[name] ?? '' }))
  const toValues = (fieldsWithValues: typeof submittedFields): Values =>
    Object.fromEntries(fieldsWithValues.map(({ name, value }) => [name, value]))
  const echoedValues = toValues(submittedFields.filter(({ field }) => !isSecretField(field)))
  try {
    const key = createIdempotencyKey(postedValues[FORM_ID_FIELD], echoedValues)
    const result = await handler({ ...visit, request, params, values: toValues(submittedFields), postedValues, key })
    return result instanceof Response ? result : ({ form, values: echoedValues, fields: {}, ...result } satisfies FormAnswer)
  } catch (error) {
    return toErrorAnswer(error, visit, { form, values: echoedValues, formId: postedValues[FORM_ID_FIELD] })
  }
}

/**
 * Turns a `UserError` into the form's answer and rethrows any other error.
 * If a signed-in person's session has ended, rethrows too: the guard redirects to the login page.
 */
function toErrorAnswer(
  error: unknown,
  { viewer, requestId }: PageVisit,
  submittedFields: Pick<FormAnswer, 'form' | 'values' | 'formId'>,
) {
  if (!isUserError(error) || (isNotLoggedInError(error) && viewer.kind !== 'visitor')) throw error
  const { fields = {}, record } = error
  const message = requestId && error.status >= 500 ? appendRequestId(error.message, requestId) : error.message
  const temporaryFlag = isTemporaryStatus(error.status) && { isTemporary: true as const }
  return data({ ...submittedFields, error: message, ...temporaryFlag, fields, ...(record && { record }) } satisfies FormAnswer, {
    // The router needs a status to know that nothing changed. An unreachable server has none.
    status: error.status || 503,
  })
}

function isSecretField(field: FormFieldSpec): boolean {
  return 'type' in field && (field.type === 'password' || field.autoComplete === 'one-time-code')
}
