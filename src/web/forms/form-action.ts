import { type ActionFunctionArgs, data } from 'react-router'
import { UPLOAD_FILE_PART } from '../../contract/core/endpoint.ts'
import type { CallWithForm, PageVisit } from '../../contract/core/page-rendering.ts'
import type { ErrorReply } from '../../contract/core/reply-schemas.ts'
import { appendRequestId, isNotLoggedInError, isUserError, UserError } from '../../contract/core/user-error.ts'
import { isTemporaryStatus } from '../lists/load-list-page.ts'
import { getVisit } from '../visit-context.ts'
import { createIdempotencyKey, FORM_ID_FIELD } from './form-id.ts'

/** Fields as text by their names, as forms hold them. */
export type Values = Record<string, string>

/** What an action answers to a form that does not lead elsewhere. */
export type FormAnswer = {
  /** Which of the page's forms it was; empty where the page has one. */
  form: string
  /** What was typed. Passwords and codes are never sent back: pages are kept, printed and looked at. */
  values: Values
  /** Why it was refused. */
  error?: string
  /** Nothing of what was sent is at fault: the same may be taken if it is tried again. */
  isTemporary?: true
  /** A sentence for each field at fault. */
  fields: Values
  /** What was done. */
  notice?: string
  /** What to send to the same form to take that back. */
  undo?: Values
  /** What the next save of the record is made from, by the names under which a form sends it. */
  expectedVersion?: Values
  /** The record as it is now, where it stands in the way. */
  record?: ErrorReply['record']
  /** Of the showing of the form that was refused: sent once more it is the same submission. */
  formId?: string
}

/** The field of a form that says which of the page's forms it is. */
export const FORM_NAME_FIELD = '_form'

/** The fields of a form by their names, as they are declared for its page. */
export type FormFieldSpecs<Name extends string = string> = Readonly<Record<Name, FormFieldSpec>>

type FormFieldSpec = { type: string; autoComplete?: string } | { input: string }

/** What a form brings along. */
export type FormSubmission<Name extends string = string> = PageVisit &
  Pick<ActionFunctionArgs, 'request' | 'params'> & {
    /** Each declared field; empty where it was not sent. */
    values: Record<Name, string>
    /** Whatever was sent. */
    postedValues: Values
    /** For a call that makes something once (decision 30): the same words of one showing of the form, passwords left out. */
    key: string | undefined
  }

/** What was done, what the fields hold now, and whatever else the page shows of it. */
type FormResult = Partial<Pick<FormAnswer, 'notice' | 'undo' | 'expectedVersion' | 'values'>> & { [more: string]: unknown }

/** Does what a form asks for: sends the browser on, or says what was done. A `Refusal` that it throws becomes the answer. */
type FormHandler<Name extends string> = (submittedFields: FormSubmission<Name>) => Promise<Response | FormResult>

/** One form of a page: what it sends, and what is done with it. */
export type FormDefinition = { fields: FormFieldSpecs; handler: FormHandler<string>; takesFile?: true }

export function defineForm<Name extends string>(fields: FormFieldSpecs<Name>, handler: FormHandler<Name>): FormDefinition {
  return { fields, handler: handler as FormHandler<string> }
}

/**
 * A form that brings a file as `multipart/form-data`, on a page that is declared to take one; a page has one of them at
 * most, and what it sends are the parts of the call that `act` makes with it, without a name of its own.
 */
export function defineFileForm(handler: (callWithForm: CallWithForm) => Promise<FormResult>): FormDefinition {
  const handleFile: FormHandler<string> = async ({ callWithForm }) => {
    if (!callWithForm) throw new UserError(400, NO_FILE_MESSAGE, { [UPLOAD_FILE_PART]: NO_FILE_MESSAGE })
    return handler(callWithForm)
  }
  return { fields: {}, handler: handleFile, takesFile: true }
}

const NO_FILE_MESSAGE = 'Please choose a file.'

/** The action of a page with one form. */
export function createFormAction<Name extends string>(fields: FormFieldSpecs<Name>, handler: FormHandler<Name>) {
  const form = defineForm(fields, handler)
  return async (args: ActionFunctionArgs) => runForm(form, '', await parseFormBody(args.request), args)
}

/** The action of a page whose forms have names. Throws a 400 for any other: nothing is done on a guess, of which one form leaves none. */
export function createFormActions(forms: Readonly<Record<string, FormDefinition>>) {
  const [only, ...more] = Object.keys(forms)
  const fileFormEntry = Object.entries(forms).find(([, { takesFile }]) => takesFile)
  return async (args: ActionFunctionArgs) => {
    if (fileFormEntry && getVisit(args.context).callWithForm) return runForm(fileFormEntry[1], fileFormEntry[0], {}, args)
    const postedValues = await parseFormBody(args.request)
    const name = only && more.length === 0 ? only : (postedValues[FORM_NAME_FIELD] ?? '')
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined
    if (!form) throw new UserError(400, 'This page has no such form. Please go back and send it again.')
    return runForm(form, name, postedValues, args)
  }
}

/** The text fields of a posted form; browsers send every line break as two characters, of which one is kept. */
async function parseFormBody(request: Request): Promise<Values> {
  const entries = [...(await request.formData())].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(entries.map(([name, value]) => [name, value.replace(/\r\n?/g, '\n')]))
}

async function runForm({ fields, handler }: FormDefinition, form: string, postedValues: Values, args: ActionFunctionArgs) {
  const { context, request, params } = args
  const visit = getVisit(context)
  const submittedFields = Object.entries(fields).map(([name, field]) => ({ name, field, value: postedValues[name] ?? '' }))
  const valuesOf = (some: typeof submittedFields): Values => Object.fromEntries(some.map(({ name, value }) => [name, value]))
  const echoedValues = valuesOf(submittedFields.filter(({ field }) => !isSecretField(field)))
  try {
    const key = createIdempotencyKey(postedValues[FORM_ID_FIELD], echoedValues)
    const result = await handler({ ...visit, request, params, values: valuesOf(submittedFields), postedValues, key })
    return result instanceof Response ? result : ({ form, values: echoedValues, fields: {}, ...result } satisfies FormAnswer)
  } catch (error) {
    return toErrorAnswer(error, visit, { form, values: echoedValues, formId: postedValues[FORM_ID_FIELD] })
  }
}

/**
 * The one place where a refusal becomes sentences at fields. Where somebody was known, a lost session is
 * left to the guard, which leads through the login and back.
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
    // An unreachable server has no status; the router wants one to know that nothing changed.
    status: error.status || 503,
  })
}

function isSecretField(field: FormFieldSpec): boolean {
  return 'type' in field && (field.type === 'password' || field.autoComplete === 'one-time-code')
}
