import { beforeAll, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { Brief } from '#contract/work/brief.ts'
import type { OrderMessage } from '#contract/work/conversation.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import type { OrderFile } from '#contract/work/order-files.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { loadPageRenderer } from '#server/site/pages/load-page-renderer.ts'
import { captureLog } from '../support/log-capture.ts'
import { startMailServer } from '../support/mail-server.ts'
import { confirmStart } from '../support/order-client.ts'
import { buildFileForm } from '../support/order-files.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { makeAdmin, registerAccount } from '../support/test-accounts.ts'
import { customerEmail, startApp } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

/** Is in every fact that only the team may know. */
const MARKER = 'canary-9137'
const WORKER = `${MARKER}-worker@example.com`

const { pages } = await loadPageRenderer()

describeOnSqlite('what only the team knows', (database) => {
  const log = captureLog()
  let worker: { cookie: string }
  /** What the customer got, by where. */
  const received = new Map<string, string>()
  const ids: Record<string, string> = {}

  const mails = startForSuite(startMailServer)
  const site = startForSuite(async () => {
    const settings = { SEED: 'demo', LOG_LEVEL: 'debug', SMTP_URL: mails.url }
    return startApp({ ...(await database.environment()), ...settings }, { output: log.output })
  })
  beforeAll(async () => {
    worker = { cookie: await registerAccount(site, WORKER) }
    await makeAdmin(site, WORKER)
    // Registering and signing in name the account to itself.
    log.lines.length = 0
    mails.received.length = 0
  })

  /** Makes a call as the admin whose address no customer may learn. */
  async function act<T>(method: string, path: string, body: object): Promise<T> {
    const { status, text } = await site.request(method, `/api${path}`, { headers: worker, body })
    expect([path, status, text]).toEqual([path, expect.toBeOneOf([200, 201]), expect.anything()])
    return (JSON.parse(text) as { record: T }).record
  }
  /** Makes a call as the customer, and keeps the reply. */
  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const { status, text, headers, json } = await site.request(method, `/api${path}`, {
      as: 'customer',
      ...(body && { body }),
    })
    received.set(`${method} ${path}`, text + JSON.stringify(headers))
    expect([path, status, text]).toEqual([path, expect.toBeOneOf([200, 201]), expect.anything()])
    return json() as T
  }

  it('is part of a month of work', async () => {
    const packages = await ask<{ packageName: string; packagePrice: string }[]>('GET', '/pricings')
    const { packageName, packagePrice } = packages.find((one) => one.packageName === 'Standard') ?? expect.fail()
    const customer = { customerName: 'Dana Sample', customerAddress: '100 Example Street', customerCountry: 'United States' }
    const placed = await ask<{ record: { _id: string } }>('POST', '/new-order', { packageName, packagePrice, ...customer })
    const order = placed.record._id
    await act('PUT', `/order-paid/${order}`, { reason: `${MARKER} in cash` })
    await act('POST', '/customer-notes', { email: customerEmail, text: `${MARKER} note about a person` })
    await act('PUT', '/follow-ups', { email: customerEmail, on: '2026-12-01', note: `${MARKER} reminder` })

    const brief = await ask<Brief>('GET', `/order-brief/${order}`)
    const answers = Object.fromEntries(brief.questions.map(({ id, choices }) => [id, choices[0] ?? 'Sample']))
    await ask('PUT', `/order-brief/${order}`, { answers, send: true })
    await act('PUT', `/order-brief-reopened/${order}`, { reason: 'The phone changed' })
    await act('PUT', `/order-start/${order}`, confirmStart('2026-11-02'))

    const upload = (name: string, text: string) =>
      act<OrderFile>('POST', `/order-file/${order}`, buildFileForm(Buffer.from(text), name))
    const internalFile = await upload(`${MARKER}.txt`, `${MARKER} content`)
    const note = { text: `${MARKER} note`, internal: true, files: [internalFile._id] }
    await act('POST', `/order-message/${order}`, note)
    const publicFile = await upload('plan.txt', 'The plan')
    await act<OrderMessage>('POST', `/order-message/${order}`, { text: 'Here is the plan', files: [publicFile._id] })

    const work = await ask<OrderWork>('GET', `/order-work/${order}`)
    const draft = work.deliverables.find(({ needsApproval }) => needsApproval) ?? expect.fail()
    const plain = work.deliverables.find(({ needsApproval }) => !needsApproval) ?? expect.fail()
    for (const { _id } of [draft, plain]) await act('PUT', `/deliverable/${_id}`, { assignee: WORKER })
    await act('PUT', `/deliverable/${plain._id}`, { state: 'in progress' })
    await act('PUT', `/deliverable/${plain._id}`, { state: 'delivered', proofNote: 'Done' })
    const sent = { state: 'waiting for approval', proofFile: publicFile._id }
    const { _version } = await act<Deliverable>('PUT', `/deliverable/${draft._id}`, sent)
    await ask('PUT', `/deliverable-approval/${draft._id}`, { answer: 'changes', comment: 'Shorter', _version })
    await ask('POST', `/order-message/${order}`, { text: 'Thank you' })
    Object.assign(ids, { order, deliverable: draft._id, plain: plain._id, file: publicFile._id, internalFile: internalFile._id })
  })

  it('is in no reply and on no page that the customer opens', async () => {
    const fill = (path: string) =>
      path
        .replace(':deliverableId', ids.deliverable ?? '')
        .replace(/:(orderId|id)/, (path.includes('order-file/') ? ids.file : ids.order) ?? '')
    const reads = endpoints.filter(({ method, access }) => method === 'GET' && access === 'signedIn')
    const paths = [
      ...reads.map(({ path }) => `/api${fill(path)}`),
      ...pages.filter(({ access }) => access === 'signedIn').map(({ path }) => fill(path)),
      `/api/order-file/${ids.internalFile}`,
    ]
    const opened: string[] = []
    for (const path of paths) {
      const { status, text, headers } = await site.request('GET', path, { as: 'customer' })
      received.set(`GET ${path}`, text + JSON.stringify(headers))
      if (status === 200) opened.push(path)
    }
    for (const path of [
      `/my-order/${ids.order}`,
      `/my-order/${ids.order}/brief`,
      `/my-order/${ids.order}/deliverable/${ids.deliverable}`,
      `/api/order-work/${ids.order}`,
      `/api/order-messages/${ids.order}`,
      `/api/order-files/${ids.order}`,
      `/api/order-file/${ids.file}`,
      '/api/unread-order-messages',
    ])
      expect(opened).toContain(path)
    expect(opened).not.toContain(`/api/order-file/${ids.internalFile}`)
    for (const [where, text] of received) expect([where, text.includes(MARKER)]).toEqual([where, false])
  })

  it('is in no email to the customer', async () => {
    const stored = await openSiteDatabase(site.environment)
    for (const table of ['order_message_burst', 'email_outbox'] as const)
      await stored.main.updateTable(table).set({ due_at: 0 }).execute()
    site.app.wakeQueues()
    const listUnsent = () => stored.main.selectFrom('email_outbox').select('subject').where('sent_at', 'is', null).execute()
    const listBursts = () => stored.main.selectFrom('order_message_burst').select('id').execute()
    await expect.poll(async () => [...(await listBursts()), ...(await listUnsent())]).toEqual([])
    await stored.close()
    const own = mails.received.filter(({ recipients }) => recipients.includes(customerEmail))
    for (const subject of [/Receipt/, /your month has started/, /message about order/, /Draft 1 is ready/])
      expect(own.some((mail) => subject.test(mail.subject ?? ''))).toBe(true)
    for (const mail of own) expect([mail.subject, JSON.stringify(mail).includes(MARKER)]).toEqual([mail.subject, false])
  })

  it('is in no line of the log and in no export', async () => {
    expect(log.lines.length).toBeGreaterThan(20)
    for (const line of log.lines) expect(line).not.toContain(MARKER)
    for (const path of ['/orders.csv', '/accounting.csv', '/content-export', `/customer-data?email=${customerEmail}`]) {
      const { status, text } = await site.request('GET', `/api${path}`, { as: 'admin' })
      expect([path, status, text.includes(MARKER)]).toEqual([path, 200, false])
    }
  })
})
