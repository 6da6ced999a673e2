import type { Config } from '../../config/config.ts'
import { isLoopbackOrigin } from '../../config/loopback-checks.ts'
import { verifyMailServer } from '../../mail/mail.ts'
import { checkPayPalCredentials } from '../../sales/payments/payments.ts'
import { checkAddress } from './address-check.ts'
import { type DoctorCheck, type DoctorFinding, reportOk, reportProblem, reportWarning } from './doctor-check.ts'

const TIMEOUT_MS = 10_000

export const networkChecks: readonly DoctorCheck[] = [
  { name: 'mail server', description: 'that SMTP_URL can be reached and accepts the login', run: checkMailServer },
  { name: 'payments', description: 'that PayPal can be reached and accepts the application', run: checkPayments },
  { name: 'address', description: 'that ORIGIN leads to this site, and its page and files can be loaded', run: checkAddress },
]

async function checkMailServer(config: Config): Promise<DoctorFinding | DoctorFinding[]> {
  const { smtpUrl, mailFrom, isMailFromMissing, origins } = config
  const connection = await checkMailConnection(smtpUrl, origins[0])
  if (!smtpUrl || !isMailFromMissing || isLoopbackOrigin(origins[0])) return connection
  return [connection, reportWarning(`MAIL_FROM is not set, so emails come from ${mailFrom}. Set it to an address that you read.`)]
}

async function checkMailConnection(smtpUrl: string | undefined, origin: string): Promise<DoctorFinding> {
  if (!smtpUrl) {
    const message = 'SMTP_URL is not set, so emails become files in DATA_DIR/mail.'
    return isLoopbackOrigin(origin) ? reportOk(message) : reportWarning(message)
  }
  const { host } = new URL(smtpUrl)
  const failure = await verifyMailServer(smtpUrl, TIMEOUT_MS)
  if (!failure) return reportOk(`${host} can be reached${new URL(smtpUrl).username ? ' and accepts the login' : ''}.`)
  if (failure.code === 'EAUTH') return reportProblem(`${host} refused the user or the password of SMTP_URL. Check both.`)
  return reportProblem(
    `${host} does not work as the mail server (${failure.code ?? 'no answer'}). Check host, port and network of SMTP_URL.`,
  )
}

async function checkPayments({ payments: { gateway, paypal } }: Config): Promise<DoctorFinding> {
  if (gateway === 'rehearsal' || !paypal) return reportOk('Payments are rehearsed: no money moves.')
  const mode = paypal.isLive ? 'real money' : 'sandbox: no real money'
  try {
    if (paypal.app) await checkPayPalCredentials({ apiUrl: paypal.apiUrl, app: paypal.app }, AbortSignal.timeout(TIMEOUT_MS))
    else await fetch(paypal.verifyUrl, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return reportProblem(
      `PayPal rejects the login: ${reason}. Check PAYPAL_MODE and PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, and the network.`,
    )
  }
  return reportOk(`${gateway} (${mode}): PayPal ${paypal.app ? 'accepts the application' : 'can be reached'}.`)
}
