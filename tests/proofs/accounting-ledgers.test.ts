import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { EndpointResult } from '#contract/core/endpoint.ts'
import type { getSalesTotalsEndpoint } from '#contract/sales/sales-totals.ts'
import { startSiteWithPayPal } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { createTestDatabases } from '../support/test-databases.ts'
import { createTestFolder } from '../support/test-folder.ts'

/** The rules of an hledger user for our columns. */
const HLEDGER_RULES = `skip 1
date-format %Y-%m-%d
fields invoice, order, date, type, code, gateway, received, refunded, amount, fee, netafterfee, money, creditnote
currency USD
account1 assets:%gateway
account2 income:%type
description %type %invoice %creditnote
`
/** The header that `ledger convert` wants. It would take a column named “Credit note” for an amount. */
const LEDGER_HEADER = 'document,order,date,payee,code,gateway,received,refunded,amount,fee,netafterfee,money,correction'

const folder = createTestFolder()
const databases = createTestDatabases(() => undefined)
const shop = startForSuite(async () => startSiteWithPayPal(await databases.environment()))

const isInstalled = (program: string) => {
  const { error } = spawnSync(program, ['--version'])
  if (error) console.info(`${program} isn’t installed: apt-get install ${program}`)
  return !error
}

const sumNetOfOverview = async () => {
  const { reply } = await shop.call('GET', '/sales-totals', { as: 'admin' })
  const { months } = reply as unknown as EndpointResult<typeof getSalesTotalsEndpoint>
  return months.reduce((cents, { net }) => cents + Math.round(Number(net) * 100), 0)
}

async function downloadCsv(): Promise<string> {
  const first = await shop.placeOrderWithForm()
  const payment = await shop.paypal.pay(first.form, { fields: { mc_fee: '35.36' } })
  await shop.waitUntilNoticesRead()
  for (const cents of [30_050, 10]) {
    await shop.paypal.send(shop.paypal.refund(payment, cents).notice)
    await shop.waitUntilNoticesRead()
  }
  const second = await shop.placeOrderWithForm()
  const body = { reason: 'A check', method: 'check', reference: '=1042; "paid"' }
  expect((await shop.call('PUT', `/order-paid/${second.order.id}`, { as: 'admin', body })).status).toBe(200)
  return (await shop.site.request('GET', '/api/accounting.csv', { as: 'admin' })).text
}

it.runIf(isInstalled('hledger') && isInstalled('ledger'))(
  'accounting.csv adds up to the overview in hledger and in Ledger, and names each payment by its reference',
  async () => {
    const csv = await downloadCsv()
    const expectedCents = await sumNetOfOverview()
    expect(expectedCents).toBe(2 * 99_900 - 30_050 - 10)
    const file = join(folder, 'accounting.csv')
    writeFileSync(file, csv)
    writeFileSync(join(folder, 'rules'), HLEDGER_RULES)
    const hledger = ['-f', file, '--rules-file', join(folder, 'rules')]
    const balance = execFileSync('hledger', [...hledger, 'balance', 'assets', '-O', 'csv'], { encoding: 'utf8' })
    expect(toCents(/"total","USD ?(.*)"/.exec(balance)?.[1])).toBe(expectedCents)
    const journal = execFileSync('hledger', [...hledger, 'print'], { encoding: 'utf8' })
    expect(journal).toMatch(/\('=1042; "paid"\) Payment TEST-\d+/)
    expect(journal.match(/Refund TEST-\d+ TEST-CN-\d+/g)).toHaveLength(2)

    const withHeader = join(folder, 'ledger.csv')
    writeFileSync(withHeader, csv.replace(/^.*\r\n/, `${LEDGER_HEADER}\r\n`))
    const convert = ['convert', withHeader, '--input-date-format', '%Y-%m-%d', '--account', 'Assets:Bank', '-f', '/dev/null']
    const converted = join(folder, 'converted.ledger')
    writeFileSync(converted, execFileSync('ledger', convert))
    const total = execFileSync('ledger', [
      '-f',
      converted,
      'balance',
      'Expenses:Unknown',
      '--format',
      '%(quantity(scrub(display_total)))\n',
    ])
    expect(toCents(String(total).trim().split('\n').at(-1))).toBe(expectedCents)
  },
)

function toCents(amount = ''): number {
  return Math.round(Number(amount.replaceAll(',', '')) * 100)
}
