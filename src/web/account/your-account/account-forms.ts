import { resendVerification } from '../../../contract/people/passwords.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from '../../../contract/people/second-factor.ts'
import { changePassword, endOtherSessions, endSession } from '../../../contract/people/sessions.ts'
import { hiddenField } from '../../forms/field.tsx'
import { type FormAnswer, pageForm } from '../../forms/form-action.ts'
import { redirectWithNotice } from '../../notice.ts'
import { codeField, givenPasswordField, newPasswordField } from '../fields.ts'

/** What the page gets back from one of its forms; secrets and recovery codes are in this answer and in no address or cookie. */
export type AccountAnswer = FormAnswer & {
  /** The secret that is being set up. */
  secret?: string
  recoveryCodes?: string[]
}

/** The fields of those forms that have some, by the names that the calls give them. */
export const accountFields = {
  password: {
    password: { ...givenPasswordField, label: 'Current password' },
    newPassword: { ...newPasswordField, label: 'New password' },
  },
  /** Of whatever needs the password once more. */
  confirmed: { password: givenPasswordField },
  confirm: { secret: hiddenField, code: codeField },
  end: { id: hiddenField },
}

/** The forms of the page. */
export const accountForms = {
  confirmation: pageForm({}, ({ call, request }) => done(request, call(resendVerification, { body: {} }))),
  password: pageForm(accountFields.password, ({ call, values, request }) =>
    done(request, call(changePassword, { body: values })),
  ),
  begin: pageForm(accountFields.confirmed, async ({ call, values }) => {
    const { secret } = await call(beginSecondFactor, { body: values })
    return { secret }
  }),
  confirm: pageForm(accountFields.confirm, async ({ call, values: { code } }) => {
    const { message, recoveryCodes } = await call(confirmSecondFactor, { body: { code } })
    return { notice: message, recoveryCodes }
  }),
  renew: pageForm(accountFields.confirmed, async ({ call, values }) => {
    const { message, recoveryCodes } = await call(renewRecoveryCodes, { body: values })
    return { notice: message, recoveryCodes }
  }),
  'turn-off': pageForm(accountFields.confirmed, ({ call, values, request }) =>
    done(request, call(turnOffSecondFactor, { body: values })),
  ),
  end: pageForm(accountFields.end, ({ call, values, request }) => done(request, call(endSession, { body: values }))),
  'end-others': pageForm({}, ({ call, request }) => done(request, call(endOtherSessions, { body: {} }))),
}

export type AccountFormName = keyof typeof accountForms

/** Back to the page, which says once what was done. */
async function done(request: Request, reply: Promise<{ message: string }>): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  return redirectWithNotice(request, pathname + search, (await reply).message)
}
