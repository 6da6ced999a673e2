import type { RecordAndSampleCounts } from '#contract/content/content-readiness.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import { UserError } from '#contract/core/user-error.ts'
import {
  confirmPayeeEmailEndpoint,
  getLaunchChecklistEndpoint,
  type LaunchCheck,
  type LaunchCheckName,
} from '#contract/sales/launch-checklist.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { ServerModule } from '#platform/module.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import type { Config } from '../../config/config.ts'
import { loadPayee } from '../../content/business/business.ts'
import { listAdminsWithoutSecondFactor } from '../../people/users/users.ts'
import {
  hasPublicSamples,
  type SearchEngineVisibilityModule,
} from '../../site/search-engine-visibility/search-engine-visibility.ts'
import type { PaymentsModule } from '../payments/payments.ts'
import { insertPayeeConfirmation, isPayeeConfirmed } from './payee-confirmation/store.ts'

type Dependencies = {
  database: Database
  config: Config
  searchEngineVisibility: Pick<SearchEngineVisibilityModule, 'getVisibilityState'>
  payments: Pick<PaymentsModule, 'hasPayeeReceivedPayment' | 'gateway'>
  countRecordsAndSamplesByKind: () => Promise<RecordAndSampleCounts[]>
}

/** Creates the module with the checks to finish before real customers pay. */
export function createLaunchChecklistModule(dependencies: Dependencies) {
  const { config, searchEngineVisibility, payments, countRecordsAndSamplesByKind } = dependencies
  const { read, write } = dependencies.database
  const { gateway } = payments
  async function listChecks(): Promise<LaunchCheck[]> {
    const [payee, content, adminsWithout] = await Promise.all([
      loadPayee(read),
      countRecordsAndSamplesByKind(),
      listAdminsWithoutSecondFactor(read),
    ])
    const [isConfirmed, hasPayeeReceivedPayment] =
      payee && !payee.isSample
        ? await Promise.all([isPayeeConfirmed(read, payee.email), payments.hasPayeeReceivedPayment(payee.email)])
        : [false, false]
    const [origin] = config.origins
    return [
      buildSamplesCheck(listSamplePlaces(content)),
      buildCheck('secondFactor', adminsWithout.length, describeSecondFactor(adminsWithout)),
      buildCheck('mail', config.smtpUrl === undefined || config.isMailFromMissing, describeMail(config)),
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

  /** Returns undefined while the payee is a sample. */
  async function findNamedPayee(db: DatabaseReader): Promise<string | undefined> {
    const payee = await loadPayee(db)
    return payee?.isSample ? undefined : payee?.email
  }

  const handlers = [
    defineHandler(getLaunchChecklistEndpoint, async () => {
      const [checks, searchEngines] = await Promise.all([listChecks(), searchEngineVisibility.getVisibilityState()])
      return { isRehearsal: gateway.isRehearsal, checks, searchEngines }
    }),

    // Throws a 422 for another email than the payee's.
    defineHandler(confirmPayeeEmailEndpoint, async ({ body: { paypalEmail } }, { person: { email: actor } }) => {
      await write(async (tx) => {
        const payee = await findNamedPayee(tx)
        if (payee === undefined || payee.toLowerCase() !== paypalEmail.toLowerCase())
          throw new UserError(422, 'This doesn’t match the payment account. Compare both, letter by letter.', 'paypalEmail')
        await insertPayeeConfirmation(tx, payee, actor)
        await recordAuditEntry(tx, { actor, action: 'payee.confirmed', subject: payee })
      })
      return { message: 'The payment account is confirmed' }
    }),
  ]

  return {
    name: 'sales/launch-checklist',
    handlers,
    dataTables: ['payee_confirmation'],
    noPersonalData: 'The owner’s payment account.',
  } satisfies ServerModule
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

/** Lists the content kinds whose samples visitors see, in page order. */
function listSamplePlaces(content: readonly RecordAndSampleCounts[]): LaunchCheck['places'] {
  return contentKinds.flatMap(({ kind, title, editor, fields }) => {
    const count = content.find((one) => one.kind === kind)
    if (!count || !hasPublicSamples(count)) return []
    const sampleFields = Object.entries(fields).filter(([name]) => count.sampleFields.includes(name))
    return { name: title, path: editor.home, fields: sampleFields.map(([, { label }]) => label) }
  })
}

function describeSecondFactor(adminsWithout: readonly string[]): string {
  if (adminsWithout.length === 0) return 'Every admin uses it.'
  return `No two-step verification: ${adminsWithout.join(', ')}.`
}

function describeMail({ smtpUrl, mailFrom, isMailFromMissing }: Config): string {
  if (!smtpUrl) return 'Emails aren’t going out yet.'
  return isMailFromMissing ? `Emails come from ${mailFrom}, which no one reads. Set MAIL_FROM.` : `Emails come from ${mailFrom}.`
}
