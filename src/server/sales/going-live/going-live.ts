import type { Tally } from '../../../contract/content/content-tallies.ts'
import { contentKinds } from '../../../contract/content-kinds.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { CheckState, LiveCheck, SearchEngineState } from '../../../contract/sales/going-live.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Config } from '../../config/config.ts'
import { isLoopback } from '../../config/config-values.ts'
import { raiseVersion } from '../../content/records/records.ts'
import { cachedPerVersion } from '../../platform/db/content-version.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Reader } from '../../platform/db/tables.ts'
import type { Handled } from '../../platform/http/http.ts'
import type { Api, Module } from '../../platform/module.ts'
import type { Payments } from '../payments/payments.ts'
import { goingLiveHandlers } from './handlers.ts'
import { areSearchEnginesAllowed, confirmPayee, isPayeeConfirmed, saveSearchEngineDecision } from './store.ts'

export type GoingLive = Api<typeof createGoingLive>

type Parts = {
  database: Database
  config: Config
  payments: Pick<Payments, 'wasPaid' | 'gateway'>
  /** Whose account is paid. */
  payeeIn: (db: Reader) => Promise<{ email: string; isSample: boolean } | undefined>
  tallies: () => Promise<Tally[]>
  adminsWithoutSecondFactor: (db: Reader) => Promise<string[]>
}

/** What is left to do before real customers pay real money. */
export function createGoingLive(parts: Parts) {
  const { config, payments, payeeIn, tallies, adminsWithoutSecondFactor } = parts
  const { read, write, contentVersion } = parts.database
  const { gateway } = payments
  const isPublicSite = !config.origins.every(isLoopback)
  const areKeptOut = cachedPerVersion(contentVersion, async () => (await searchEngines()) === 'keptOut')
  const goingLive = {
    checks,
    confirm,
    isRehearsal: gateway.isRehearsal,
    isPublicSite,
    searchEngines,
    /** Whether public pages must tell search engines not to list them. */
    areSearchEnginesKeptOut: async () => isPublicSite && areKeptOut(),
    decideSearchEngines,
  }
  return {
    ...goingLive,
    name: 'sales/going-live',
    handlers: (): Handled[] => goingLiveHandlers(goingLive),
    dataTables: ['payee_confirmation', 'search_engine_decision'],
  } satisfies Module

  async function checks(): Promise<CheckState[]> {
    const [payee, content, careless] = await Promise.all([named(read), tallies(), adminsWithoutSecondFactor(read)])
    const [isConfirmed, wasPaid] = payee
      ? await Promise.all([isPayeeConfirmed(read, payee), payments.wasPaid(payee)])
      : [false, false]
    const [origin] = config.origins
    return [
      samplesCheck(placesOf(content)),
      stateOf('secondFactor', careless.length, secondFactorIn(careless)),
      stateOf(
        'mail',
        config.smtpUrl === undefined,
        config.smtpUrl ? `Sent as ${config.mailFrom}.` : 'No mail server is set up: mail is written into files.',
      ),
      stateOf('origin', !origin.startsWith('https:'), origin),
      stateOf('payee', payee === undefined, payee ?? 'Nobody is named yet.'),
      stateOf('payeeConfirmed', !isConfirmed, isConfirmed ? 'Typed twice, and the same.' : 'Not typed a second time yet.'),
      stateOf('gateway', !gateway.isLive, gatewayIn(gateway)),
      stateOf(
        'testPayment',
        !wasPaid,
        wasPaid ? 'A payment to this account has arrived.' : 'No payment to this account has arrived here yet.',
      ),
    ]
  }

  async function searchEngines(): Promise<SearchEngineState> {
    if (!isPublicSite) return 'thisMachine'
    const [content, isAllowed] = await Promise.all([tallies(), areSearchEnginesAllowed(read)])
    if (placesOf(content).length === 0) return 'allowed'
    return isAllowed ? 'allowedWithSamples' : 'keptOut'
  }

  /** Bumps the content version, so that no page rendered before the decision is served after it. */
  async function decideSearchEngines(isAllowed: boolean, actor: string): Promise<void> {
    await write(async (tx) => {
      await raiseVersion(tx)
      await saveSearchEngineDecision(tx, isAllowed, actor)
      const detail = { isAllowed: isAllowed ? 'yes' : 'no' }
      await recordAudit(tx, { actor, action: 'search-engines.decided', subject: 'search engines', detail })
    })
    contentVersion.announced?.()
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

function stateOf(check: LiveCheck, left: number | boolean, detail: string): CheckState {
  return { check, isDone: !left, detail, left: Number(left), places: [] }
}

function samplesCheck(places: CheckState['places']): CheckState {
  const count = places.length
  const held = count === 1 ? '1 section still holds samples.' : `${count} sections still hold samples.`
  return { ...stateOf('samples', count, count === 0 ? 'Nothing on the site is a sample any more.' : held), places }
}

/** The content kinds of the site with samples, in page order; whose account is paid is a point of its own. */
function placesOf(content: readonly Tally[]): CheckState['places'] {
  return contentKinds.flatMap(({ kind, title, group, editor, fields }) => {
    const tally = content.find((one) => one.kind === kind)
    if (!tally || tally.samples === 0 || group === 'account') return []
    const labels = Object.entries(fields).filter(([name]) => tally.sampleFields.includes(name))
    return { name: title, path: editor.home, fields: labels.map(([, { label }]) => label) }
  })
}

function secondFactorIn(careless: readonly string[]): string {
  if (careless.length === 0) return 'Every admin logs in with one.'
  return `With a password alone: ${careless.join(', ')}.`
}
