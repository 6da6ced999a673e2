import type { Call } from '../../../contract/endpoint.ts'
import { resendVerification } from '../../../contract/passwords.ts'
import { Refusal } from '../../../contract/refusal.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from '../../../contract/second-factor.ts'
import { changePassword, endOtherSessions, endSession } from '../../../contract/sessions.ts'
import { redirectWithNotice } from '../../notice.ts'
import { type AccountAnswer, type FormName, refused } from './answer.ts'

type Values = Record<string, string | undefined>
type Done = { message: string; secret?: string; recoveryCodes?: string[] }
type Deed = { run: (call: Call, values: Values) => Promise<Done>; names?: Record<string, string> }

/** What each form does, and what its fields are called on the page. */
const deeds: Record<FormName, Deed> = {
  confirmation: { run: (call) => call(resendVerification, { body: {} }) },
  password: {
    run: (call, { current = '', newPassword = '' }) => call(changePassword, { body: { password: current, newPassword } }),
    names: { password: 'current' },
  },
  begin: {
    run: (call, { beginPassword = '' }) => call(beginSecondFactor, { body: { password: beginPassword } }),
    names: { password: 'beginPassword' },
  },
  confirm: { run: (call, { code = '' }) => call(confirmSecondFactor, { body: { code } }) },
  renew: {
    run: (call, { renewPassword = '' }) => call(renewRecoveryCodes, { body: { password: renewPassword } }),
    names: { password: 'renewPassword' },
  },
  'turn-off': {
    run: (call, { turnOffPassword = '' }) => call(turnOffSecondFactor, { body: { password: turnOffPassword } }),
    names: { password: 'turnOffPassword' },
  },
  end: { run: (call, { id = '' }) => call(endSession, { body: { id } }) },
  'end-others': { run: (call) => call(endOtherSessions, { body: {} }) },
}

/** Carries out what a form of the page asks for. Secrets and recovery codes are in this answer and in no address or cookie. */
export async function carryOut(call: Call, request: Request, values: Values) {
  const form = formIn(values)
  const { run, names = {} } = deeds[form]
  try {
    const { message, secret, recoveryCodes } = await run(call, values)
    if (secret === undefined && recoveryCodes === undefined) {
      const { pathname, search } = new URL(request.url)
      return await redirectWithNotice(request, pathname + search, message)
    }
    return { form, message, secret, recoveryCodes } satisfies AccountAnswer
  } catch (error) {
    return refused(error, form, names, form === 'confirm' ? secretIn(values) : undefined)
  }
}

/** Throws a 400 for a form that the page does not have: nothing is done on a guess. */
function formIn({ _form = '' }: Values): FormName {
  if (!Object.hasOwn(deeds, _form)) throw new Refusal(400, 'This page has no such form. Please go back and send it again.')
  return _form as FormName
}

/** Only to be drawn once more; what counts is the one that the server keeps. */
function secretIn({ secret = '' }: Values): string | undefined {
  return /^[A-Z2-7]{16,128}$/.test(secret) ? secret : undefined
}
