import type { Config } from '../../config/config.ts'
import { isLoopback } from '../../config/config-values.ts'
import { tryMailServer } from '../../mail/mail.ts'
import { tryApp } from '../../sales/payments/payments.ts'
import { type Check, type Finding, ok, problem, warning } from './check.ts'

/** How long each of them has to answer, in ms. */
const PATIENCE = 10_000

/** What has to be reached from here. */
export const outsideChecks: readonly Check[] = [
  { name: 'mail server', looksAt: 'that SMTP_URL can be reached and takes the login', find: mailServer },
  { name: 'payments', looksAt: 'that PayPal can be reached and takes the application', find: payments },
  { name: 'address', looksAt: 'that ORIGIN leads to this site', find: address },
]

async function mailServer({ smtpUrl, origins: [origin] }: Config): Promise<Finding[]> {
  if (!smtpUrl) {
    const said = 'No SMTP_URL is set: mail becomes files in DATA_DIR/mail.'
    return [isLoopback(origin) ? ok(said) : warning(said)]
  }
  const { host } = new URL(smtpUrl)
  const fault = await tryMailServer(smtpUrl, PATIENCE)
  if (!fault) return [ok(`${host} can be reached${new URL(smtpUrl).username ? ' and takes the login' : ''}.`)]
  if (fault.code === 'EAUTH') return [problem(`${host} refused the user or the password of SMTP_URL. Check both.`)]
  return [
    problem(
      `${host} cannot be used as the mail server (${fault.code ?? 'no answer'}). Check host, port and network of SMTP_URL.`,
    ),
  ]
}

async function payments({ payments: { gateway, paypal } }: Config): Promise<Finding[]> {
  if (gateway === 'rehearsal' || !paypal) return [ok('Payments are rehearsed: no money moves.')]
  const mode = paypal.isLive ? 'real money' : 'sandbox: play money'
  try {
    if (paypal.app) await tryApp({ apiUrl: paypal.apiUrl, app: paypal.app }, AbortSignal.timeout(PATIENCE))
    else await fetch(paypal.verifyUrl, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [
      problem(
        `PayPal does not let us in: ${reason}. Check PAYPAL_MODE and PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, and the network.`,
      ),
    ]
  }
  return [ok(`${gateway} (${mode}): PayPal ${paypal.app ? 'takes the application' : 'can be reached'}.`)]
}

async function address({ origins: [origin] }: Config): Promise<Finding[]> {
  try {
    const response = await fetch(`${origin}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) })
    const said: unknown = await response.json().catch(() => undefined)
    if (response.ok && (said as { status?: unknown } | undefined)?.status === 'alive')
      return [ok(`${origin} leads to a site of Rankstead.`)]
    return [problem(`${origin} is answered by something else (${response.status}). Check ORIGIN and the proxy.`)]
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
    return [
      problem(
        `${origin} cannot be reached from here (${cause?.code ?? cause?.message ?? message}). Start the site, or check ORIGIN, its name and its certificate.`,
      ),
    ]
  }
}
