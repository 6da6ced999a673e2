import { payeeEmail } from '../../../contract/content/kinds/payee-email.ts'
import type { RecordAndSampleCounts } from '../../../contract/content/record-and-sample-counts.ts'
import { contentKinds } from '../../../contract/content-kinds.ts'
import { UserError } from '../../../contract/core/user-error.ts'
import type { LaunchCheck, LaunchCheckName, SearchEngineVisibilityState } from '../../../contract/sales/launch-checklist.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { Config } from '../../config/config.ts'
import { isLoopbackOrigin } from '../../config/config-schemas.ts'
import { bumpContentVersion } from '../../content/records/records.ts'
import { cachePerContentVersion } from '../../platform/db/cache-per-content-version.ts'
import type { Database } from '../../platform/db/open-database.ts'
import type { DatabaseReader } from '../../platform/db/tables.ts'
import type { EndpointHandler } from '../../platform/http/register-api.ts'
import type { ModuleFunctions, ServerModule } from '../../platform/module.ts'
import type { PaymentsModule } from '../payments/payments.ts'
import { createLaunchChecklistHandlers } from './handlers.ts'
import { insertPayeeConfirmation, isIndexingWithSamplesAllowed, isPayeeConfirmed, saveSearchEngineDecision } from './store.ts'

export type LaunchChecklistModule = ModuleFunctions<typeof createLaunchChecklistModule>

type Dependencies = {
  database: Database
  config: Config
  payments: Pick<PaymentsModule, 'hasPayeeReceivedPayment' | 'gateway'>
  /** Returns the account that receives payments. */
  findPayee: (db: DatabaseReader) => Promise<{ email: string; isSample: boolean } | undefined>
  countRecords: () => Promise<RecordAndSampleCounts[]>
  adminsWithoutSecondFactor: (db: DatabaseReader) => Promise<string[]>
}

/** Creates the going-live module: the checks to finish before real customers pay. */
export function createLaunchChecklistModule(dependencies: Dependencies) {
  const { config, payments, findPayee, countRecords, adminsWithoutSecondFactor } = dependencies
  const { read, write, contentVersion } = dependencies.database
  const { gateway } = payments
  const isPublicSite = !config.origins.every(isLoopbackOrigin)
  const areSearchEnginesKeptOutCached = cachePerContentVersion(
    contentVersion,
    async () => (await getSearchEngineState()) === 'keptOut',
  )
  const goingLive = {
    listChecks,
    confirmPayeeEmail,
    isRehearsal: gateway.isRehearsal,
    isPublicSite,
    getSearchEngineState,
    /** Whether public pages must tell search engines not to list them. */
    areSearchEnginesKeptOut: async () => isPublicSite && areSearchEnginesKeptOutCached(),
    decideSearchEngines,
  }
  return {
    ...goingLive,
    name: 'sales/going-live',
    handlers: (): EndpointHandler[] => createLaunchChecklistHandlers(goingLive),
    dataTables: ['payee_confirmation', 'search_engine_decision'],
  } satisfies ServerModule

  async function listChecks(): Promise<LaunchCheck[]> {
    const [payee, content, adminsWithout] = await Promise.all([findPayee(read), countRecords(), adminsWithoutSecondFactor(read)])
    const [isConfirmed, hasPayeeReceivedPayment] =
      payee && !payee.isSample
        ? await Promise.all([isPayeeConfirmed(read, payee.email), payments.hasPayeeReceivedPayment(payee.email)])
        : [false, false]
    const [origin] = config.origins
    return [
      buildSamplesCheck(listSamplePlaces(content)),
      buildCheck('secondFactor', adminsWithout.length, describeSecondFactor(adminsWithout)),
      buildCheck(
        'mail',
        config.smtpUrl === undefined,
        config.smtpUrl ? `Emails come from ${config.mailFrom}.` : 'Emails aren’t going out yet.',
      ),
      buildCheck('origin', !origin.startsWith('https:'), origin),
      buildCheck('payee', !payee || payee.isSample, describePayee(payee)),
      buildCheck('payeeConfirmed', !isConfirmed, isConfirmed ? 'Confirmed.' : 'Not confirmed yet.'),
      buildCheck('gateway', !gateway.isLive, describeGateway(gateway)),
      buildCheck(
        'testPayment',
        !hasPayeeReceivedPayment,
        hasPayeeReceivedPayment
          ? 'A payment to this account has come through.'
          : 'No payment to this account has come through yet.',
      ),
    ]
  }

  async function getSearchEngineState(): Promise<SearchEngineVisibilityState> {
    if (!isPublicSite) return 'thisMachine'
    const [content, isAllowed] = await Promise.all([countRecords(), isIndexingWithSamplesAllowed(read)])
    if (listSamplePlaces(content).length === 0) return 'allowed'
    return isAllowed ? 'allowedWithSamples' : 'keptOut'
  }

  /** Bumps the content version, so that the page cache serves no page from before the decision. */
  async function decideSearchEngines(isAllowed: boolean, actor: string): Promise<void> {
    await write(async (tx) => {
      await bumpContentVersion(tx)
      await saveSearchEngineDecision(tx, isAllowed, actor)
      const detail = { isAllowed: isAllowed ? 'yes' : 'no' }
      await recordAuditEntry(tx, { actor, action: 'search-engines.decided', subject: 'search engines', detail })
    })
    contentVersion.onCommitted?.()
  }

  /** Returns undefined while the payee is a sample. */
  async function findNamedPayee(db: DatabaseReader): Promise<string | undefined> {
    const payee = await findPayee(db)
    return payee?.isSample ? undefined : payee?.email
  }

  /** Throws a 422 if `email` isn't the payee's. */
  async function confirmPayeeEmail(email: string, actor: string): Promise<void> {
    await write(async (tx) => {
      const payee = await findNamedPayee(tx)
      if (payee === undefined || payee.toLowerCase() !== email.trim().toLowerCase()) {
        const sentence = 'This doesn’t match the payment account. Compare both, letter by letter.'
        throw new UserError(422, sentence, { paypalEmail: sentence })
      }
      await insertPayeeConfirmation(tx, payee, actor)
      await recordAuditEntry(tx, { actor, action: 'payee.confirmed', subject: payee })
    })
  }
}

function describePayee(payee: { email: string; isSample: boolean } | undefined): string {
  if (!payee) return 'There’s no payment account yet, so no one can pay.'
  return payee.isSample ? `Payments go to ${payee.email}, which is our sample. Enter your own account.` : payee.email
}

function describeGateway({ id, isLive, isRehearsal }: Dependencies['payments']['gateway']): string {
  if (isRehearsal) return 'Rehearsal: no money moves.'
  return `${id}, ${isLive ? 'live' : 'PayPal’s sandbox: no real money moves'}.`
}

function buildCheck(check: LaunchCheckName, left: number | boolean, detail: string): LaunchCheck {
  return { check, isDone: !left, detail, left: Number(left), places: [] }
}

function buildSamplesCheck(places: LaunchCheck['places']): LaunchCheck {
  const count = places.length
  const remaining = count === 1 ? '1 section still has sample content.' : `${count} sections still have sample content.`
  return { ...buildCheck('samples', count, count === 0 ? 'No sample content is left.' : remaining), places }
}

/** Lists the content kinds that hold samples, in page order. Leaves out the payment account, which has its own check. */
function listSamplePlaces(content: readonly RecordAndSampleCounts[]): LaunchCheck['places'] {
  return contentKinds.flatMap(({ kind, title, editor, fields }) => {
    const count = content.find((one) => one.kind === kind)
    if (!count || count.samples === 0 || kind === payeeEmail.kind) return []
    const sampleFields = Object.entries(fields).filter(([name]) => count.sampleFields.includes(name))
    return { name: title, path: editor.home, fields: sampleFields.map(([, { label }]) => label) }
  })
}

function describeSecondFactor(adminsWithout: readonly string[]): string {
  if (adminsWithout.length === 0) return 'Every admin uses it.'
  return `No two-step verification: ${adminsWithout.join(', ')}.`
}
