import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { briefQuestion } from '#contract/content/kinds/brief-question.ts'
import type { Brief } from '#contract/work/brief.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { confirmStart } from '#tests/support/order-client.ts'
import { buildFileForm } from '#tests/support/order-files.ts'
import { openSiteDatabase } from '#tests/support/site-database.ts'
import { startForSuite } from '#tests/support/start-for-suite.ts'
import { buildRecordValues } from '#tests/support/test-content-module.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { type ApiClient, createApiClient, placeOrder } from '../../support/api-client.ts'
import { findLayoutFaults } from '../../support/layout-faults.ts'
import { ownerCredentials, ownerSettings, startSite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

const PHONE = { width: 360, height: 800 }
const DAY = 24 * 60 * 60 * 1000
const client = { email: 'kim@example.com', password: 'maple lantern river' }

/** Ends every element that may hold text, runs a script if it can, and has a word that is too long for a phone's line. */
const hostile = (name: string) =>
  `${name}"'></script></textarea></title><img data-hostile src=x onerror="alert(1)">[${'Wide'.repeat(20)}](javascript:alert(1))`
const HOSTILE_URL = 'https://example.com/"><img/data-hostile/src=x/onerror=alert(1)>'
const UNSAFE_URLS = [
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
]

const settings = { ...ownerSettings, SEED: 'demo', DATA_DIR: createTestFolder() }
const mails = startForSuite(startMailServer)
const site = startForSuite(() => startSite({ ...settings, SMTP_URL: mails.url }))
const stored = startForSuite(() => openSiteDatabase(settings))
let kim: ApiClient
let owner: ApiClient
let order: string
let works: Record<'draft' | 'plain' | 'waiting' | 'failed', string>
beforeAll(async () => {
  ;[kim, owner] = [await createApiClient(site, client), await createApiClient(site, ownerCredentials)]
  await fillOrder()
})

async function send(api: ApiClient, method: string, path: string, body: object) {
  const cookie = api.storageState.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const isForm = body instanceof FormData
  const headers = { cookie, ...(!isForm && { 'content-type': 'application/json' }) }
  const reply = await fetch(`${site.url}/api${path}`, { method, headers, body: isForm ? body : JSON.stringify(body) })
  return { status: reply.status, ...((await reply.json()) as { fields?: Record<string, string>; record: { _id: string } }) }
}

/** Writes a hostile text wherever a client or the team can write about the work. */
async function fillOrder(): Promise<void> {
  const linkQuestion = { ...buildRecordValues(briefQuestion), answerType: 'link', answerChoices: '' }
  await owner('POST', briefQuestion.api.add, linkQuestion)
  order = (await placeOrder(kim, 'Standard', hostile('Customer')))._id
  await owner('PUT', `/order-paid/${order}`, { reason: hostile('Reason of the payment') })
  const { questions }: Brief = await kim('GET', `/order-brief/${order}`)
  const answers = Object.fromEntries(
    questions.map(({ id, type, choices }, nth) => {
      const fixed = type === 'choice' ? choices[0] : type === 'yes or no' ? 'Yes' : type === 'link' ? HOSTILE_URL : undefined
      return [id, fixed ?? hostile(`Answer ${nth}`)]
    }),
  )
  await kim('PUT', `/order-brief/${order}`, { answers, send: true })
  await owner('PUT', `/order-brief-reopened/${order}`, { reason: hostile('Reason to reopen') })
  const startsOn = new Date(Date.now() - 20 * DAY).toISOString().slice(0, 10)
  await owner('PUT', `/order-start/${order}`, confirmStart(startsOn))

  const addWork = async (name: string, needsApproval = false) => {
    const dueOn = new Date(Date.now() - 5 * DAY).toISOString().slice(0, 10)
    const body = { title: hostile(name).slice(0, 200), details: hostile(`${name} details`), dueOn, needsApproval }
    return ((await owner('POST', `/deliverable/${order}`, body)) as { record: Deliverable }).record._id
  }
  works = {
    draft: await addWork('Draft', true),
    plain: await addWork('Plain'),
    waiting: await addWork('Waiting'),
    failed: await addWork('Failed'),
  }
  const step = (id: string, body: object) => owner('PUT', `/deliverable/${id}`, body)
  const draft = (text: string) => ({ state: 'waiting for approval', proofUrl: HOSTILE_URL, proofNote: hostile(text) })
  await step(works.draft, draft('First draft'))
  // The team's next draft replaces the email about the first answer, so one part keeps its answer.
  const answered = await addWork('Answered', true)
  await step(answered, draft('Answered draft'))
  const { deliverables }: OrderWork = await kim('GET', `/order-work/${order}`)
  for (const { _id, _version } of deliverables.filter((one) => [works.draft, answered].includes(one._id)))
    await kim('PUT', `/deliverable-approval/${_id}`, { answer: 'changes', comment: hostile('Comment'), _version })
  await step(works.draft, draft('Second draft'))
  await step(works.plain, { state: 'delivered', proofUrl: HOSTILE_URL, proofNote: hostile('Proof') })
  await step(works.waiting, { state: 'waiting for client', waitingFor: hostile('Need') })
  await step(works.failed, { state: 'not delivered', reason: hostile('Failure') })

  const file = await send(kim, 'POST', `/order-file/${order}`, buildFileForm(Buffer.from('A list'), `${hostile('List')}.txt`))
  expect(file.status).toBe(201)
  await kim('POST', `/order-message/${order}`, { text: hostile('Question'), files: [file.record._id] })
  await owner('POST', `/order-message/${order}`, { text: `${hostile('Reply')} ${HOSTILE_URL}` })
  await owner('POST', `/order-message/${order}`, { text: hostile('Internal note'), internal: true })
}

/** Expects that the page shows every named text as text, and that nothing of it became an element, a link or a script. */
async function expectShownAsText(page: Page, names: readonly string[]): Promise<void> {
  const { shown, elements, links } = await page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
    return {
      shown: [(document.querySelector('main') ?? document.body).textContent, ...fields].join('\n'),
      elements: document.querySelectorAll('[data-hostile]').length,
      links: [...document.links].map(({ href }) => href).filter((href) => !/^(https?|mailto|tel):/.test(href)),
    }
  })
  expect({ elements, links }).toEqual({ elements: 0, links: [] })
  const text = shown.replace(/\s+/g, ' ')
  expect(names.filter((name) => !text.includes(hostile(name).slice(0, 80)))).toEqual([])
  // The labels of a chart may reach over its edge.
  expect((await findLayoutFaults(page)).filter((fault) => !fault.includes('SVG'))).toEqual([])
}

it('the screens of the client and the team show hostile texts as text, also on a phone', async () => {
  const work = (base: string, id: string) => `${base}/${order}/deliverable/${id}`
  const conversation = ['Question', 'Reply']
  const titles = ['Draft', 'Plain', 'Waiting', 'Failed']
  const pages: [ApiClient, string, string[]][] = [
    [kim, '/dashboard', ['Waiting', 'Need']],
    [kim, `/my-order/${order}`, [...titles, ...conversation]],
    [kim, `/my-order/${order}/brief`, ['Reason to reopen', 'Answer 0']],
    [kim, work('/my-order', works.draft), ['Draft', 'Draft details', 'Second draft', 'Comment']],
    [kim, work('/my-order', works.plain), ['Plain', 'Proof']],
    [kim, work('/my-order', works.waiting), ['Waiting', 'Need']],
    [kim, work('/my-order', works.failed), ['Failed', 'Failure']],
    [owner, '/admin', []],
    [owner, '/work?group=late', ['Draft', 'Customer']],
    [owner, '/work?state=waiting%20for%20client', ['Waiting', 'Customer']],
    [owner, `/work/${order}`, [...titles, 'Answer 0', 'Reason to reopen']],
    [owner, work('/work', works.draft), ['Draft', 'Draft details', 'Second draft', 'Comment']],
    [owner, work('/work', works.failed), ['Failed', 'Failure']],
    [owner, `/admin/payment-status/${order}`, [...conversation, 'Internal note', 'Reason of the payment']],
    [owner, `/customer?email=${client.email}`, ['Customer']],
  ]
  for (const api of [kim, owner]) {
    const { page, externalRequests, leave } = await startVisit(site, {
      viewport: PHONE,
      storageState: api.storageState,
    })
    page.on('dialog', (dialog) => expect.fail(`A script ran: ${dialog.message()}`))
    for (const [reader, path, names] of pages) {
      if (reader !== api) continue
      await page.goto(path, { waitUntil: 'networkidle' })
      await expectShownAsText(page, names).catch((error: Error) => {
        throw new Error(`${path}: ${error.message}`, { cause: error })
      })
    }
    expect(externalRequests).toEqual([])
    await leave()
  }
})

it('the emails show hostile texts as text', async () => {
  for (const table of ['order_message_burst', 'email_outbox'] as const)
    await stored.main.updateTable(table).set({ due_at: 0 }).execute()
  const expected: [RegExp, string][] = [
    [/your month has started/, ''],
    [/^Please review your answers/, 'Reason to reopen'],
    [/^Draft 2 is ready: Draft/, 'Draft'],
    [/^We need something for/, 'Need'],
    [/^Delivered: Plain/, 'Plain'],
    [/: changes requested$/, 'Comment'],
    [/^New message about order/, 'Reply'],
    [/new message from/, 'Question'],
  ]
  const find = (subject: RegExp) => mails.received.find((mail) => subject.test(mail.subject ?? ''))
  await expect.poll(() => expected.filter(([subject]) => !find(subject)).map(String)).toEqual([])
  const { page, leave } = await startVisit(site, { viewport: PHONE })
  page.on('dialog', (dialog) => expect.fail(`A script ran: ${dialog.message()}`))
  for (const [subject, name] of expected) {
    const mail = find(subject)
    await page.setContent(mail?.html ?? '')
    await expectShownAsText(page, name ? [name] : []).catch((error: Error) => {
      throw new Error(`${subject}: ${error.message}`, { cause: error })
    })
    if (name)
      expect([subject, mail?.text?.replace(/\s+/g, ' ')]).toEqual([subject, expect.stringContaining(`${name}"'></script>`)])
  }
  await leave()
})

it.each(UNSAFE_URLS)('the link %j is refused in an answer and as a proof', async (url) => {
  const proof = await send(owner, 'PUT', `/deliverable/${works.plain}`, { proofUrl: url })
  expect([proof.status, proof.fields?.proofUrl]).toEqual([400, expect.stringMatching(/^Link must be /)])
  const { questions }: Brief = await kim('GET', `/order-brief/${order}`)
  const links = questions.filter(({ type }) => type === 'link')
  expect(links.length).toBeGreaterThan(0)
  const answer = await send(kim, 'PUT', `/order-brief/${order}`, {
    answers: Object.fromEntries(links.map(({ id }) => [id, url])),
  })
  expect(answer.status).toBe(400)
})
