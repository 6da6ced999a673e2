import type { LiveCheck } from '../../contract/going-live.ts'
import { Refusal } from '../../contract/refusal.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import type { Reader, TableName } from '../db/tables.ts'
import type { Payments } from '../payments/payments.ts'
import { confirmPayee, isPayeeConfirmed } from './store.ts'

export type GoingLive = ReturnType<typeof createGoingLive>

type Parts = {
  database: Database
  config: Config
  payments: Pick<Payments, 'wasPaid' | 'gateway'>
  /** Whose account is paid. */
  payeeIn: (db: Reader) => Promise<{ email: string; isSample: boolean } | undefined>
}
type Check = { check: LiveCheck; isDone: boolean; detail: string }

/** What is left to do before real customers pay real money. */
export function createGoingLive({ database: { read, write }, config, payments, payeeIn }: Parts) {
  const dataTables: readonly TableName[] = ['payee_confirmation']
  const { gateway } = payments
  return { dataTables, checks, confirm, isRehearsal: gateway.isRehearsal }

  async function checks(): Promise<Check[]> {
    const payee = await named(read)
    const [isConfirmed, wasPaid] = payee
      ? await Promise.all([isPayeeConfirmed(read, payee), payments.wasPaid(payee)])
      : [false, false]
    const [origin] = config.origins
    return [
      { check: 'payee', isDone: payee !== undefined, detail: payee ?? 'Nobody is named yet.' },
      {
        check: 'payeeConfirmed',
        isDone: isConfirmed,
        detail: isConfirmed ? 'Typed twice, and the same.' : 'Not typed a second time yet.',
      },
      {
        check: 'mail',
        isDone: config.smtpUrl !== undefined,
        detail: config.smtpUrl ? `Sent as ${config.mailFrom}.` : 'No mail server is set up: mail is written into files.',
      },
      { check: 'origin', isDone: origin.startsWith('https:'), detail: origin },
      { check: 'gateway', isDone: gateway.isLive, detail: gatewayIn(gateway) },
      {
        check: 'testPayment',
        isDone: wasPaid,
        detail: wasPaid ? 'A payment to this account has arrived.' : 'No payment to this account has arrived here yet.',
      },
    ]
  }

  /** Nobody, while a sample stands for them. */
  async function named(db: Reader): Promise<string | undefined> {
    const payee = await payeeIn(db)
    return payee?.isSample ? undefined : payee?.email
  }

  /** Throws a 422 where it is not what was named. */
  async function confirm(email: string, actor: string): Promise<void> {
    await write(async (tx) => {
      const payee = await named(tx)
      if (payee === undefined || payee.toLowerCase() !== email.trim().toLowerCase()) {
        const sentence = 'This is not the address that is named as the payment account. Look at both, letter by letter.'
        throw new Refusal(422, sentence, { paypalEmail: sentence })
      }
      await confirmPayee(tx, payee, actor)
      await recordAudit(tx, { actor, action: 'payee.confirmed', subject: payee })
    })
  }
}

function gatewayIn({ id, isLive, isRehearsal }: Parts['payments']['gateway']): string {
  if (isRehearsal) return 'Rehearsal: no money moves.'
  return `${id}, ${isLive ? 'live' : 'PayPal’s sandbox, in which no real money moves'}.`
}
