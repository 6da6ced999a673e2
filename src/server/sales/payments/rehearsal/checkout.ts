import { centsIn } from '../../../../contract/grammar/money.ts'
import { Refusal } from '../../../../contract/grammar/refusal.ts'
import { rehearsalNotice } from '../../../../contract/sales/payment-notices.ts'
import type { CheckoutForm, Outcome } from '../../../../contract/sales/rehearsal.ts'
import type { Config } from '../../../config/config.ts'
import type { Handled } from '../../../platform/http/http.ts'
import { isSameOriginAddress } from '../../../platform/http/same-origin.ts'
import type { Api, Module } from '../../../platform/module.ts'
import { rehearsalHandlers } from './handlers.ts'
import { createNotices } from './notice.ts'
import { plans } from './outcomes.ts'
import { ownAddress } from './own-address.ts'

const SECOND = 1_000

/** In ms. `later`: until what comes later comes; `again`: the pauses before a notice that was not taken is sent once more, as PayPal has them. */
const TIMING = { later: 5 * SECOND, again: [10 * SECOND, 20 * SECOND, 40 * SECOND, 80 * SECOND], answer: 10 * SECOND }

type Parts = {
  config: Pick<Config, 'payments' | 'origins' | 'host' | 'port'>
  /** Shared by all processes on one database. */
  secret: string
  problem: (error: unknown, sentence: string) => void
  timing?: typeof TIMING
}

export type Checkout = Api<typeof createCheckout>

/**
 * The other side of the rehearsal: the provider's, which knows of orders only what the form says. Where another gateway
 * is chosen nothing of it is there (404). What comes later is kept in this process alone: it is lost when that ends.
 */
export function createCheckout({ config, secret, problem, timing = TIMING }: Parts) {
  const { write, verdictOn } = createNotices(secret)
  const notifyUrl = `${ownAddress(config)}/api${rehearsalNotice.path}`
  const waiting = new Set<NodeJS.Timeout>()
  const checkout = { check, open, finish, verdict }
  return {
    ...checkout,
    name: 'sales/payments/rehearsal',
    handlers: (): Handled[] => rehearsalHandlers(checkout),
    close: async () => {
      for (const timer of waiting) clearTimeout(timer)
    },
  } satisfies Module

  /** Throws a 404 where money moves. */
  function check(): void {
    if (config.payments.gateway !== 'rehearsal') throw new Refusal(404, 'Payments are not rehearsed here.')
  }

  /** What the form asks for. Throws a 400 where it is none of this site's: notices and browsers are sent nowhere else. */
  function open(form: CheckoutForm) {
    check()
    const wrong = [
      ...(form.notify_url === notifyUrl ? [] : ['notify_url']),
      ...(['return', 'cancel_return'] as const).filter((name) => !isSameOriginAddress(form[name], config.origins)),
    ]
    if (wrong.length > 0) {
      const fields = Object.fromEntries(wrong.map((name) => [name, `${name} must be an address of this site.`]))
      throw new Refusal(400, 'This form is not of this site.', fields)
    }
    return { title: form.item_name, amount: form.amount, currency: form.currency_code, payee: form.business }
  }

  /** Does what a press asks for; answers where the browser goes, by which of our addresses it came. */
  async function finish(form: CheckoutForm, outcome: Outcome): Promise<string> {
    open(form)
    const { now, later, to } = plans[outcome](centsIn(form.amount) ?? 0)
    for (const told of now) await send(write(form, told), timing.again)
    for (const told of later) after(timing.later, () => send(write(form, told), timing.again))
    const { pathname, search } = new URL(form[to], config.origins[0])
    return pathname + search
  }

  async function send(notice: string, [pause, ...pauses]: readonly number[]): Promise<void> {
    const reason = await post(notice)
    if (reason === undefined) return
    if (pause === undefined) problem(reason, 'a notice of the rehearsal could not be handed over')
    else after(pause, () => send(notice, pauses))
  }

  /** Answers why it was not taken. */
  async function post(notice: string): Promise<unknown> {
    try {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Rankstead rehearsal' }
      const signal = AbortSignal.timeout(timing.answer)
      const response = await fetch(notifyUrl, { method: 'POST', headers, body: notice, redirect: 'manual', signal })
      await response.body?.cancel()
      return response.ok ? undefined : new Error(`it was answered with ${response.status}`)
    } catch (error) {
      return error
    }
  }

  function after(pause: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      waiting.delete(timer)
      void work()
    }, pause)
    waiting.add(timer)
    timer.unref()
  }

  /** The answer to whoever asks whether a notice is ours. */
  function verdict(question: Buffer): string {
    check()
    return verdictOn(question)
  }
}
