import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { usdAmountSchema } from '../core/text-schemas.ts'

const KB = 1024
const tag = 'payments'

/** What can become of a payment, one button each. */
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

/** The form that hands a customer over (P-96), as much of it as a checkout needs; lengths in characters, as PayPal has them. */
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
export const checkoutFieldNames = Object.keys(formFields) as (keyof typeof formFields)[]
const checkoutForm = z.strictObject(formFields)
export type CheckoutForm = z.infer<typeof checkoutForm>

function field(name: string, maxLength: number) {
  return z
    .string(`${name} is missing.`)
    .check(z.minLength(1, `${name} is missing.`), z.maxLength(maxLength, `${name} must be at most ${maxLength} characters.`))
}

/** A 404 where money moves, as of every call of the rehearsal. */
export const getRehearsalState = defineEndpoint({
  method: 'GET',
  path: '/payments/rehearsal',
  access: 'anyone',
  summary: 'Whether payments are rehearsed here, and no money moves',
  tag,
  reply: z.object({ isRehearsal: z.literal(true) }),
  status: 200,
})

/** The same form once more, with what is to become of it. */
export const rehearsePayment = defineEndpoint({
  method: 'POST',
  path: '/payments/rehearsal/outcome',
  access: 'anyone',
  summary: 'Rehearse one outcome of a payment',
  tag,
  body: z.strictObject({
    ...formFields,
    outcome: z.enum(rehearsalOutcomes, `outcome must be one of: ${rehearsalOutcomes.join(', ')}.`),
  }),
  reply: z.object({
    /** Where the browser goes now, on this site. */
    location: z.string(),
  }),
  status: 200,
})

export const openRehearsalCheckout = defineEndpoint({
  method: 'POST',
  path: '/payments/rehearsal/checkout',
  access: 'anyone',
  summary: 'Look at the form that hands a customer over, before anything is paid',
  tag,
  body: checkoutForm,
  reply: z.object({ title: z.string(), amount: z.string(), currency: z.string(), payee: z.string() }),
  status: 200,
})

/** As PayPal's: `cmd=_notify-validate` and the untouched bytes of a notice; answers `VERIFIED` or `INVALID`. */
export const verifyRehearsalIpn = defineEndpoint({
  method: 'POST',
  path: '/payments/rehearsal/verify',
  access: 'anyone',
  summary: 'Whether a notice is of our own checkout',
  tag,
  raw: { as: 'bytes', types: ['application/x-www-form-urlencoded'], maxBytes: 65 * KB },
  reply: z.string(),
  file: { type: 'text/plain; charset=utf-8', name: 'verdict.txt' },
  status: 200,
})
