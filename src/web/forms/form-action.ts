import { type ActionFunctionArgs, data } from 'react-router'
import { FILE_PART } from '../../contract/grammar/endpoint.ts'
import { isLoggedOut, isRefusal, Refusal, withRequestId } from '../../contract/grammar/refusal.ts'
import type { CallWithForm, Visit } from '../../contract/grammar/rendering.ts'
import type { ErrorReply } from '../../contract/grammar/reply.ts'
import { isTemporary } from '../lists/list-page.ts'
import { visitOf } from '../visit.ts'
import { FORM_ID, keyOf } from './submission.ts'

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
  seen?: Values
  /** The record as it is now, where it stands in the way. */
  record?: ErrorReply['record']
  /** Of the showing of the form that was refused: sent once more it is the same submission. */
  formId?: string
}

/** The field of a form that says which of the page's forms it is. */
export const FORM_NAME = '_form'

/** The fields of a form by their names, as they are declared for its page. */
export type SentFields<Name extends string = string> = Readonly<Record<Name, SentField>>

type SentField = { type: string; autoComplete?: string } | { input: string }

/** What a form brings along. */
export type Sent<Name extends string = string> = Visit &
  Pick<ActionFunctionArgs, 'request' | 'params'> & {
    /** Each declared field; empty where it was not sent. */
    values: Record<Name, string>
    /** Whatever was sent. */
    posted: Values
    /** For a call that makes something once (decision 30): the same words of one showing of the form, passwords left out. */
    key: string | undefined
  }

/** What was done, what the fields hold now, and whatever else the page shows of it. */
type Done = Partial<Pick<FormAnswer, 'notice' | 'undo' | 'seen' | 'values'>> & { [more: string]: unknown }

/** Does what a form asks for: sends the browser on, or says what was done. A `Refusal` that it throws becomes the answer. */
type Act<Name extends string> = (sent: Sent<Name>) => Promise<Response | Done>

/** One form of a page: what it sends, and what is done with it. */
export type PageForm = { fields: SentFields; act: Act<string>; takesFile?: true }

export function pageForm<Name extends string>(fields: SentFields<Name>, act: Act<Name>): PageForm {
  return { fields, act: act as Act<string> }
}

/**
 * A form that brings a file as `multipart/form-data`, on a page that is declared to take one; a page has one of them at
 * most, and what it sends are the parts of the call that `act` makes with it, without a name of its own.
 */
export function fileForm(act: (callWithForm: CallWithForm) => Promise<Done>): PageForm {
  const take: Act<string> = async ({ callWithForm }) => {
    if (!callWithForm) throw new Refusal(400, NO_FILE, { [FILE_PART]: NO_FILE })
    return act(callWithForm)
  }
  return { fields: {}, act: take, takesFile: true }
}

const NO_FILE = 'Please choose a file.'

/** The action of a page with one form. */
export function formAction<Name extends string>(fields: SentFields<Name>, act: Act<Name>) {
  const form = pageForm(fields, act)
  return async (args: ActionFunctionArgs) => answerTo(form, '', await readForm(args.request), args)
}

/** The action of a page whose forms have names. Throws a 400 for any other: nothing is done on a guess, of which one form leaves none. */
export function formActions(forms: Readonly<Record<string, PageForm>>) {
  const [only, ...more] = Object.keys(forms)
  const ofFile = Object.entries(forms).find(([, { takesFile }]) => takesFile)
  return async (args: ActionFunctionArgs) => {
    if (ofFile && visitOf(args.context).callWithForm) return answerTo(ofFile[1], ofFile[0], {}, args)
    const posted = await readForm(args.request)
    const name = only && more.length === 0 ? only : (posted[FORM_NAME] ?? '')
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined
    if (!form) throw new Refusal(400, 'This page has no such form. Please go back and send it again.')
    return answerTo(form, name, posted, args)
  }
}

/** The text fields of a posted form; browsers send every line break as two characters, of which one is kept. */
async function readForm(request: Request): Promise<Values> {
  const entries = [...(await request.formData())].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(entries.map(([name, value]) => [name, value.replace(/\r\n?/g, '\n')]))
}

async function answerTo({ fields, act }: PageForm, form: string, posted: Values, args: ActionFunctionArgs) {
  const { context, request, params } = args
  const visit = visitOf(context)
  const sent = Object.entries(fields).map(([name, field]) => ({ name, field, value: posted[name] ?? '' }))
  const valuesOf = (some: typeof sent): Values => Object.fromEntries(some.map(({ name, value }) => [name, value]))
  const kept = valuesOf(sent.filter(({ field }) => !isSecret(field)))
  try {
    const key = keyOf(posted[FORM_ID], kept)
    const done = await act({ ...visit, request, params, values: valuesOf(sent), posted, key })
    return done instanceof Response ? done : ({ form, values: kept, fields: {}, ...done } satisfies FormAnswer)
  } catch (error) {
    return refusedAnswer(error, visit, { form, values: kept, formId: posted[FORM_ID] })
  }
}

/**
 * The one place where a refusal becomes sentences at fields. Where somebody was known, a lost session is
 * left to the guard, which leads through the login and back.
 */
function refusedAnswer(error: unknown, { viewer, requestId }: Visit, sent: Pick<FormAnswer, 'form' | 'values' | 'formId'>) {
  if (!isRefusal(error) || (isLoggedOut(error) && viewer.kind !== 'visitor')) throw error
  const { fields = {}, record } = error
  const message = requestId && error.status >= 500 ? withRequestId(error.message, requestId) : error.message
  const mayPass = isTemporary(error.status) && { isTemporary: true as const }
  return data({ ...sent, error: message, ...mayPass, fields, ...(record && { record }) } satisfies FormAnswer, {
    // An unreachable server has no status; the router wants one to know that nothing changed.
    status: error.status || 503,
  })
}

function isSecret(field: SentField): boolean {
  return 'type' in field && (field.type === 'password' || field.autoComplete === 'one-time-code')
}
