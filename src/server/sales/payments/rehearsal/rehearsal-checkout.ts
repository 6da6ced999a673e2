import { parseCents } from '#contract/core/money.ts'
import { UserError } from '#contract/core/user-error.ts'
import { receiveRehearsalIpnEndpoint } from '#contract/sales/payment-webhooks.ts'
import type { RehearsalOutcome } from '#contract/sales/rehearsal-checkout.ts'
import {
  getRehearsalModeEndpoint,
  openRehearsalCheckoutEndpoint,
  type RehearsalCheckoutFormValues,
  rehearsePaymentEndpoint,
  verifyRehearsalIpnEndpoint,
} from '#contract/sales/rehearsal-checkout.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { isSameOriginLocation } from '#platform/http/same-origin.ts'
import type { LogProblem } from '#platform/log/module-log-types.ts'
import type { ServerModule } from '#platform/module.ts'
import type { Config } from '#server/config/config.ts'
import { getOwnLoopbackUrl } from './rehearsal-gateway.ts'
import { createRehearsalIpnSigner, createTransactionId, postIpn, type RehearsalIpnEvent } from './rehearsal-ipn-signer.ts'

const SECOND = 1_000

/** In ms. `laterDelay`: before a delayed notice. `retryDelays`: before each retry of a failed notice, as at PayPal. */
const REHEARSAL_TIMING = {
  laterDelay: 5 * SECOND,
  retryDelays: [10 * SECOND, 20 * SECOND, 40 * SECOND, 80 * SECOND],
  timeout: 10 * SECOND,
}

type Dependencies = {
  config: Pick<Config, 'payments' | 'origins' | 'host' | 'port'>
  /** Shared by all processes on one database. */
  secret: string
  problem: LogProblem
  timing?: typeof REHEARSAL_TIMING
}

/**
 * Creates the provider's side of the rehearsal. It knows orders only by their forms. With another gateway, its calls
 * answer 404. Delayed notices exist only in this process and get lost when it ends.
 */
export function createRehearsalCheckoutModule({ config, secret, problem, timing = REHEARSAL_TIMING }: Dependencies) {
  const { buildIpn, verifyIpn } = createRehearsalIpnSigner(secret)
  const notifyUrl = `${getOwnLoopbackUrl(config)}/api${receiveRehearsalIpnEndpoint.path}`
  const timers = new Set<NodeJS.Timeout>()
  const handlers = [
    defineHandler(getRehearsalModeEndpoint, async () => {
      assertRehearsal()
      return { isRehearsal: true as const }
    }),
    defineHandler(openRehearsalCheckoutEndpoint, async ({ body }) => openCheckout(body)),
    // Sends the notices of the outcome. Returns the path of the browser's next page.
    defineHandler(rehearsePaymentEndpoint, async ({ body: { outcome, ...form } }) => {
      openCheckout(form)
      const notices = rehearsalOutcomeNotices[outcome](parseCents(form.amount) ?? 0)
      const { immediateIpns = [], delayedIpns = [], returnField = 'return' } = notices
      for (const ipn of immediateIpns) await sendWithRetries(buildIpn(form, ipn), timing.retryDelays)
      for (const ipn of delayedIpns) runLater(timing.laterDelay, () => sendWithRetries(buildIpn(form, ipn), timing.retryDelays))
      const { pathname, search } = new URL(form[returnField], config.origins[0])
      return { location: pathname + search }
    }),

    // Says whether a notice is one of ours, as PayPal does.
    defineHandler(verifyRehearsalIpnEndpoint, async ({ bytes }) => {
      assertRehearsal()
      return verifyIpn(bytes)
    }),
  ]

  return {
    name: 'sales/payments/rehearsal',
    handlers,
    close: async () => {
      for (const timer of timers) clearTimeout(timer)
    },
  } satisfies ServerModule

  /** Throws a 404 unless the rehearsal is the chosen gateway. */
  function assertRehearsal(): void {
    if (config.payments.gateway !== 'rehearsal') throw new UserError(404, 'This site doesn’t use rehearsal payments.')
  }

  /** Returns what the checkout page shows. Throws a 400 if the form's URLs lead to another site. */
  function openCheckout(form: RehearsalCheckoutFormValues) {
    assertRehearsal()
    const invalidFields = [
      ...(form.notify_url === notifyUrl ? [] : ['notify_url']),
      ...(['return', 'cancel_return'] as const).filter((name) => !isSameOriginLocation(form[name], config.origins)),
    ]
    if (invalidFields.length > 0) {
      const fields = Object.fromEntries(invalidFields.map((name) => [name, `${name} must be an address of this site.`]))
      throw new UserError(400, 'This form isn’t from this site.', fields)
    }
    return { title: form.item_name, amount: form.amount, currency: form.currency_code, payee: form.business }
  }

  async function sendWithRetries(body: string, [pause, ...pauses]: readonly number[]): Promise<void> {
    const reason = await findPostError(body)
    if (reason === undefined) return
    if (pause === undefined) problem(reason, 'a rehearsal notice failed on every try')
    else runLater(pause, () => sendWithRetries(body, pauses))
  }

  /** Returns the error; undefined if the site accepted the notice. */
  async function findPostError(body: string): Promise<unknown> {
    try {
      const { ok, status } = await postIpn(notifyUrl, body, AbortSignal.timeout(timing.timeout))
      return ok ? undefined : new Error(`the site answered ${status}`)
    } catch (error) {
      return error
    }
  }

  function runLater(pause: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      void work()
    }, pause)
    timers.add(timer)
    timer.unref()
  }
}

/** The notices to send now and later, and the form field with the browser's next page: `return` unless it is set. */
type OutcomePlan = {
  immediateIpns?: RehearsalIpnEvent[]
  delayedIpns?: RehearsalIpnEvent[]
  returnField?: 'cancel_return'
}

const DOLLAR = 100

const rehearsalOutcomeNotices: Readonly<Record<RehearsalOutcome, (cents: number) => OutcomePlan>> = {
  pay: (cents) => ({ immediateIpns: [buildCompletedPayment(cents)] }),
  payLater: (cents) => {
    const payment = buildCompletedPayment(cents)
    return { immediateIpns: [{ ...payment, status: 'Pending' }], delayedIpns: [payment] }
  },
  fail: (cents) => ({ immediateIpns: [{ ...buildCompletedPayment(cents), status: 'Failed' }] }),
  payTwice: (cents) => ({ immediateIpns: [buildCompletedPayment(cents), buildCompletedPayment(cents)] }),
  wrongAmount: (cents) => ({ immediateIpns: [buildCompletedPayment(cents === DOLLAR ? 2 * DOLLAR : DOLLAR)] }),
  partRefund: (cents) => {
    const payment = buildCompletedPayment(cents)
    const refund = {
      status: 'Refunded',
      transactionId: createTransactionId(),
      cents: -Math.ceil(cents / 2),
      parent: payment.transactionId,
    }
    return { immediateIpns: [payment, refund] }
  },
  lateNotice: (cents) => ({ delayedIpns: [buildCompletedPayment(cents)] }),
  cancel: () => ({ returnField: 'cancel_return' }),
  cancelThenPay: (cents) => ({ delayedIpns: [buildCompletedPayment(cents)], returnField: 'cancel_return' }),
}

function buildCompletedPayment(cents: number): RehearsalIpnEvent {
  return { status: 'Completed', transactionId: createTransactionId(), cents }
}
