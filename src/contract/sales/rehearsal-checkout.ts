import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { usdAmountSchema } from '../core/text-schemas.ts'

const KB = 1024

/** The outcomes that the rehearsal checkout offers, one button each. */
export const rehearsalOutcomes = [
  'pay',
  'payLater',
  'fail',
  'payTwice',
  'wrongAmount',
  'partRefund',
  'lateNotice',
  'cancel',
  'cancelThenPay',
] as const
export type RehearsalOutcome = (typeof rehearsalOutcomes)[number]

/** The fields of the checkout form (P-96) that a checkout needs. PayPal sets the limits in characters. */
const formFields = {
  business: field('business', 127),
  item_name: field('item_name', 127),
  amount: usdAmountSchema('amount'),
  currency_code: field('currency_code', 3),
  invoice: field('invoice', 127),
  custom: field('custom', 256),
  notify_url: field('notify_url', 255),
  return: field('return', 1024),
  cancel_return: field('cancel_return', 1024),
}
export const rehearsalCheckoutFieldNames = Object.keys(formFields) as (keyof typeof formFields)[]
const rehearsalCheckoutForm = z.strictObject(formFields)
export type RehearsalCheckoutFormValues = z.infer<typeof rehearsalCheckoutForm>

function field(name: string, maxLength: number) {
  return z
    .string(`${name} is missing.`)
    .check(z.minLength(1, `${name} is missing.`), z.maxLength(maxLength, `${name} must be at most ${maxLength} characters.`))
}

/** Answers 404 on a site with a real provider, like every rehearsal call. */
export const getRehearsalModeEndpoint = defineEndpoint('GET /payments/rehearsal', 'anyone', {
  summary: 'Get whether payments are rehearsed and no money moves',
  reply: z.object({ isRehearsal: z.literal(true) }),
})

/** Takes the checkout form again, with the chosen outcome. */
export const rehearsePaymentEndpoint = defineEndpoint('POST /payments/rehearsal/outcome', 'anyone', {
  summary: 'Rehearse one outcome of a payment',
  body: z.strictObject({
    ...formFields,
    outcome: z.enum(rehearsalOutcomes, `outcome must be one of: ${rehearsalOutcomes.join(', ')}.`),
  }),
  reply: z.object({
    /** The next page on this site. */
    location: z.string(),
  }),
})

export const openRehearsalCheckoutEndpoint = defineEndpoint('POST /payments/rehearsal/checkout', 'anyone', {
  summary: 'Show the checkout form before the payment',
  body: rehearsalCheckoutForm,
  reply: z.object({ title: z.string(), amount: z.string(), currency: z.string(), payee: z.string() }),
})

/** Works like PayPal's: takes `cmd=_notify-validate` and the unchanged bytes of a notice, and answers `VERIFIED` or `INVALID`. */
export const verifyRehearsalIpnEndpoint = defineEndpoint('POST /payments/rehearsal/verify', 'anyone', {
  summary: 'Verify a notice of the rehearsal checkout',
  raw: { as: 'bytes', types: ['application/x-www-form-urlencoded'], maxBytes: 65 * KB },
  reply: z.string(),
  file: { type: 'text/plain; charset=utf-8', name: 'verdict.txt' },
})
