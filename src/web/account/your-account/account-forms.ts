import { resendVerificationEmailEndpoint } from '../../../contract/people/passwords.ts'
import {
  confirmSecondFactorSetupEndpoint,
  disableSecondFactorEndpoint,
  regenerateRecoveryCodesEndpoint,
  startSecondFactorSetupEndpoint,
} from '../../../contract/people/second-factor.ts'
import { changePasswordEndpoint, endOtherSessionsEndpoint, endSessionEndpoint } from '../../../contract/people/sessions.ts'
import { setWorkEmailsEndpoint, type WorkEmails, workEmailChoices } from '../../../contract/people/work-emails.ts'
import { redirectWithFlashNotice } from '../../flash-notice.ts'
import { defineForm, type FormAnswer } from '../../forms/form-action.ts'
import { hiddenField } from '../../forms/form-field.tsx'
import { currentPasswordField, newPasswordField, oneTimeCodeField } from '../credential-form-fields.ts'

/** The answer to one of the page's forms. The secret and the recovery codes appear only here, never in a URL or cookie. */
export type AccountAnswer = FormAnswer & {
  /** The secret of the second factor that the person is setting up. */
  secret?: string
  recoveryCodes?: string[]
}

/** Fields by form. Their names are those of the calls. */
export const accountFormFields = {
  password: {
    password: { ...currentPasswordField, label: 'Current password' },
    newPassword: { ...newPasswordField, label: 'New password' },
  },
  /** For actions that require the password again. */
  confirmed: { password: currentPasswordField },
  confirm: { secret: hiddenField, code: oneTimeCodeField },
  end: { id: hiddenField },
  emails: {
    workEmails: {
      label: 'Email about the work',
      help: 'At 8 in the morning: what is late and due today, and new messages.',
      type: 'select',
      options: workEmailChoices,
      required: true,
    },
  },
}

export const accountForms = {
  confirmation: defineForm({}, ({ call, request }) =>
    redirectWithMessage(request, call(resendVerificationEmailEndpoint, { body: {} })),
  ),
  password: defineForm(accountFormFields.password, ({ call, values, request }) =>
    redirectWithMessage(request, call(changePasswordEndpoint, { body: values })),
  ),
  begin: defineForm(accountFormFields.confirmed, async ({ call, values }) => {
    const { secret } = await call(startSecondFactorSetupEndpoint, { body: values })
    return { secret }
  }),
  confirm: defineForm(accountFormFields.confirm, async ({ call, values: { code } }) => {
    const { message, recoveryCodes } = await call(confirmSecondFactorSetupEndpoint, { body: { code } })
    return { notice: message, recoveryCodes }
  }),
  renew: defineForm(accountFormFields.confirmed, async ({ call, values }) => {
    const { message, recoveryCodes } = await call(regenerateRecoveryCodesEndpoint, { body: values })
    return { notice: message, recoveryCodes }
  }),
  'turn-off': defineForm(accountFormFields.confirmed, ({ call, values, request }) =>
    redirectWithMessage(request, call(disableSecondFactorEndpoint, { body: values })),
  ),
  end: defineForm(accountFormFields.end, ({ call, values, request }) =>
    redirectWithMessage(request, call(endSessionEndpoint, { body: values })),
  ),
  emails: defineForm(accountFormFields.emails, ({ call, values, request }) =>
    redirectWithMessage(request, call(setWorkEmailsEndpoint, { body: { workEmails: values.workEmails as WorkEmails } })),
  ),
  'end-others': defineForm({}, ({ call, request }) => redirectWithMessage(request, call(endOtherSessionsEndpoint, { body: {} }))),
}

export type AccountFormName = keyof typeof accountForms

/** Redirects to the page, which shows the reply's message once. */
async function redirectWithMessage(request: Request, reply: Promise<{ message: string }>): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  return redirectWithFlashNotice(request, pathname + search, (await reply).message)
}
