import { resendVerificationEmailEndpoint } from '#contract/people/authentication.ts'
import {
  cancelEmailChangeEndpoint,
  changePasswordEndpoint,
  endOtherSessionsEndpoint,
  endSessionEndpoint,
  requestEmailChangeEndpoint,
} from '#contract/people/own-account-security.ts'
import {
  confirmSecondFactorSetupEndpoint,
  disableSecondFactorEndpoint,
  regenerateRecoveryCodesEndpoint,
  startSecondFactorSetupEndpoint,
} from '#contract/people/second-factor.ts'
import {
  type PaymentEmailChoice,
  paymentEmailChoices,
  setWorkEmailFrequencyEndpoint,
  type WorkEmailFrequency,
  workEmailFrequencies,
} from '#contract/people/work-email-frequency.ts'
import { redirectWithFlashNotice } from '../../flash-notices.ts'
import { defineForm, type FormAnswer } from '../../forms/form-action.ts'
import { hiddenFieldSpec } from '../../forms/form-field.tsx'
import {
  currentPasswordField,
  emailFormField,
  newPasswordField,
  oneTimeCodeField,
  shownUsernameField,
} from '../credential-form-fields.ts'

/** The answer to one of the page's forms. The secret and the recovery codes appear only here, never in a URL or cookie. */
export type YourAccountFormAnswer = FormAnswer & {
  /** The secret of the second factor that the person is setting up. */
  secret?: string
  recoveryCodes?: string[]
}

/** Fields by form. Their names are those of the calls. */
export const yourAccountFormFields = {
  password: {
    username: shownUsernameField,
    password: { ...currentPasswordField, label: 'Current password' },
    newPassword: { ...newPasswordField, label: 'New password' },
  },
  email: { email: { ...emailFormField, label: 'New email' }, password: currentPasswordField },
  /** For actions that require the password again. */
  confirmed: { password: currentPasswordField },
  confirm: { secret: hiddenFieldSpec, code: oneTimeCodeField },
  end: { id: hiddenFieldSpec },
  emails: {
    workEmails: {
      label: 'Work summary email',
      help: 'At 8 AM: what’s late, what’s due today, and new messages.',
      type: 'select',
      options: workEmailFrequencies,
      required: true,
    },
    paymentEmails: {
      label: 'Email when money arrives',
      help: 'Amount, order, customer and provider of each payment.',
      type: 'select',
      options: paymentEmailChoices,
      required: true,
    },
  },
}

export const yourAccountForms = {
  confirmation: defineForm({}, ({ call, request }) =>
    redirectWithMessage(request, call(resendVerificationEmailEndpoint, { body: {} })),
  ),
  email: defineForm(yourAccountFormFields.email, ({ call, values, request }) =>
    redirectWithMessage(request, call(requestEmailChangeEndpoint, { body: values })),
  ),
  'cancel-email': defineForm({}, ({ call, request }) =>
    redirectWithMessage(request, call(cancelEmailChangeEndpoint, { body: {} })),
  ),
  password: defineForm(yourAccountFormFields.password, ({ call, values: { password, newPassword }, request }) =>
    redirectWithMessage(request, call(changePasswordEndpoint, { body: { password, newPassword } })),
  ),
  begin: defineForm(yourAccountFormFields.confirmed, async ({ call, values }) => {
    const { secret } = await call(startSecondFactorSetupEndpoint, { body: values })
    return { secret }
  }),
  confirm: defineForm(yourAccountFormFields.confirm, async ({ call, values: { code } }) => {
    const { message, recoveryCodes } = await call(confirmSecondFactorSetupEndpoint, { body: { code } })
    return { notice: message, recoveryCodes }
  }),
  renew: defineForm(yourAccountFormFields.confirmed, async ({ call, values }) => {
    const { message, recoveryCodes } = await call(regenerateRecoveryCodesEndpoint, { body: values })
    return { notice: message, recoveryCodes }
  }),
  'turn-off': defineForm(yourAccountFormFields.confirmed, ({ call, values, request }) =>
    redirectWithMessage(request, call(disableSecondFactorEndpoint, { body: values })),
  ),
  end: defineForm(yourAccountFormFields.end, ({ call, values, request }) =>
    redirectWithMessage(request, call(endSessionEndpoint, { body: values })),
  ),
  emails: defineForm(yourAccountFormFields.emails, ({ call, values, request }) =>
    redirectWithMessage(
      request,
      call(setWorkEmailFrequencyEndpoint, {
        body: {
          workEmails: values.workEmails as WorkEmailFrequency,
          paymentEmails: values.paymentEmails as PaymentEmailChoice,
        },
      }),
    ),
  ),
  'end-others': defineForm({}, ({ call, request }) => redirectWithMessage(request, call(endOtherSessionsEndpoint, { body: {} }))),
}

export type YourAccountFormName = keyof typeof yourAccountForms

/** Redirects to the page, which shows the reply's message once. */
async function redirectWithMessage(request: Request, reply: Promise<{ message: string }>): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  return redirectWithFlashNotice(request, pathname + search, (await reply).message)
}
