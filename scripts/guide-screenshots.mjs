// Takes the screenshots of the owner's guide for `npm run guide`. Starts the product with demo content, adds sample
// activity, and saves each chapter's screen in public/guide.
import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { ownerCredentials, ownerSettings, startSite } from '../e2e/support/test-site.ts'
import { rehearsalCheckoutFieldNames } from '../src/contract/sales/rehearsal-checkout.ts'
import { launchChromium } from '../tests/support/chromium.ts'
import { createCookieJar } from '../tests/support/cookie-jar.ts'

const OUTPUT_FOLDER = fileURLToPath(new URL('../public/guide/', import.meta.url))
/** The size of a screenshot in the guide, in CSS pixels. */
const SIZE = { width: 1120, height: 700 }
const ILLUSTRATION_FOLDER = fileURLToPath(new URL('../public/art/', import.meta.url))
const MESSAGES = [
  ['Sam Example', 'Three offices', 'We have three offices. Do we need three packages?'],
  ['Kim Sample', 'Start in May', 'Could you begin in May, when our new site is there?'],
  ['Alex Made-Up', 'A question about reports', 'Who reads the monthly report with us?'],
]
const CUSTOMER_ADDRESS = { customerAddress: '100 Example Street, Springfield', customerCountry: 'United States' }

// Without a mail server, emails wait in the outbox, which one chapter shows.
const site = await startSite({ ...ownerSettings, SEED: 'demo', SMTP_URL: 'smtp://127.0.0.1:9', LOG_LEVEL: 'fatal' })
const browser = await launchChromium()
try {
  const admin = createApiClient()
  await admin('POST', '/sign-in', ownerCredentials)
  const orders = await fillSite(admin)
  const context = await browser.newContext({ baseURL: site.url, viewport: SIZE, colorScheme: 'light', locale: 'en-US' })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(ownerCredentials.email)
  await page.getByLabel('Password', { exact: true }).fill(ownerCredentials.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/login')
  mkdirSync(OUTPUT_FOLDER, { recursive: true })
  for (const [id, path] of Object.entries(listScreens(orders))) {
    await page.goto(path, { waitUntil: 'networkidle' })
    // The preview loads only when the page is idle.
    if ((await page.locator('.preview-beside:visible').count()) > 0) await page.locator('iframe:not(.invisible)').waitFor()
    const png = await page.screenshot({ animations: 'disabled' })
    writeFileSync(`${OUTPUT_FOLDER}${id}.webp`, await sharp(png).webp({ quality: 72, effort: 6 }).toBuffer())
    console.log(`${id}: ${path}`)
  }
} finally {
  await browser.close()
  await site.close()
}

/** Returns the path of the screen for each chapter of src/web/admin/guide. */
function listScreens({ paid, draft, address, faq, banner }) {
  return {
    start: '/admin',
    edit: '/setting',
    preview: `/banner/${banner}`,
    history: `/history/faq-item/${faq}`,
    lists: '/edit-faq#faq-item-list',
    drafts: '/drafts',
    check: '/check-my-site',
    pictures: '/pictures',
    business: `/edit-address-footer/${address}`,
    search: '/edit-search',
    orders: `/admin/payment-status/${paid}`,
    work: '/work?group=due+this+week',
    month: `/work/${paid}`,
    deliverables: `/work/${paid}/deliverable/${draft}`,
    conversation: `/admin/payment-status/${paid}#conversation`,
    payments: '/payments-to-check',
    messages: '/all-messages',
    subscribers: '/all-subscriber',
    mail: '/undelivered-mail',
    people: '/add-user',
    log: '/audit-log',
    copy: '/transfer',
  }
}

/** Adds messages, orders, an invitation, a staged change and images through the API. */
async function fillSite(admin) {
  await admin('POST', '/add-email', { paypalEmail: 'payee@example.org' })
  const customer = createApiClient()
  await customer('POST', '/register', { email: 'dana@example.org', password: 'a long enough password' })
  const order = async (packageName, customerName) =>
    (await customer('POST', '/new-order', { packageName, customerName, ...CUSTOMER_ADDRESS })).record._id
  await order('Basic', 'Dana Sample')
  const paid = await order('Standard', 'Lee Example')
  await payOrder(customer, paid, 'pay')
  while ((await admin('GET', `/order/${paid}`)).paymentStatus !== 'Paid') await setTimeout(100)
  // Ten days later, the first deliverables are due.
  const startsOn = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10)
  await admin('PUT', `/order-start/${paid}`, { startsOn, confirmedStart: startsOn })
  await answerQuestions(customer, paid)
  const draft = await sendDraft(admin, paid)
  for (const text of [
    'Thank you! We have your answers and the access. The audit comes by the end of next week.',
    'Great. Please write to me first if you change anything on the home page.',
  ]) {
    await (text.startsWith('Great') ? customer : admin)('POST', `/order-message/${paid}`, { text })
  }
  await admin('POST', `/order-message/${paid}`, {
    text: 'Their site is being redesigned: save the old addresses.',
    internal: true,
  })
  await payOrder(customer, await order('Premium', 'Robin Made-Up'), 'wrongAmount')
  for (const [name, subject, message] of MESSAGES) {
    await customer('POST', '/add-message', { name, subject, message, email: `${name.split(' ')[0].toLowerCase()}@example.org` })
  }
  for (const name of ['sam', 'kim']) await customer('POST', '/add-subscriber', { subemail: `${name}@example.org` })
  await admin('POST', '/add-user', { userEmail: 'assistant@example.org', userRole: 'Admin' })
  const [{ _id: faq, accodingTitle, accodingText }] = await admin('GET', '/faq-items')
  await admin('PUT', `/faq-item/${faq}`, { accodingTitle, accodingText: `${accodingText} Ask us how far along you are.` })
  const question = { accodingTitle: 'How long does it take, and what happens first?', accodingText }
  if (accodingTitle !== question.accodingTitle) await admin('PUT', `/faq-item/${faq}?draft=1`, question)
  for (const [file, alt] of [
    ['banner-town', 'A street of houses in the morning'],
    ['service-main', 'A desk with a plan of the neighborhood'],
  ]) {
    const body = new FormData()
    body.append('alt', alt)
    body.append('file', new Blob([await sharp(`${ILLUSTRATION_FOLDER}${file}.svg`).resize(1200).png().toBuffer()]), `${file}.png`)
    await admin('POST', '/media', body)
  }
  const [{ _id: address }] = await admin('GET', '/footer-address')
  const [{ _id: banner }] = await admin('GET', '/banner')
  return { paid, draft, address, faq, banner }
}

async function answerQuestions(customer, orderId) {
  const { questions } = await customer('GET', `/order-brief/${orderId}`)
  const answers = Object.fromEntries(
    questions.map(({ id, choices }) => [id, choices?.[0] ?? 'Example Homes, 100 Example Street']),
  )
  await customer('PUT', `/order-brief/${orderId}`, { answers, send: true })
}

/** Sends the draft of the first deliverable that needs approval, and returns its id. */
async function sendDraft(admin, orderId) {
  const { deliverables } = await admin('GET', `/order-work/${orderId}`)
  const { _id } = deliverables.find(({ needsApproval }) => needsApproval)
  await admin('PUT', `/deliverable/${_id}`, { state: 'in progress' })
  await admin('PUT', `/deliverable/${_id}`, { state: 'waiting for approval', proofUrl: 'https://example.org/draft' })
  return _id
}

async function payOrder(customer, id, outcome) {
  const { fields } = await customer('POST', `/pay/${id}`)
  const form = Object.fromEntries(rehearsalCheckoutFieldNames.map((name) => [name, fields[name]]))
  await customer('POST', '/payments/rehearsal/outcome', { ...form, outcome })
}

/** Creates an API client with its own cookies. It throws if a request fails. */
function createApiClient() {
  const jar = createCookieJar()
  return async (method, path, body) => {
    const isForm = body instanceof FormData
    const headers = { cookie: jar.header(), ...(body && !isForm && { 'content-type': 'application/json' }) }
    const reply = await fetch(`${site.url}/api${path}`, { method, headers, body: isForm ? body : body && JSON.stringify(body) })
    jar.storeCookies(reply.headers.getSetCookie())
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    return reply.json()
  }
}
