import { expect, it } from 'vitest'
import type { Brief } from '#contract/work/brief.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { confirmStart } from '../support/order-client.ts'
import { buildFileForm, PDF_FILE } from '../support/order-files.ts'
import { startWorkSite } from '../support/site-with-two-customers.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { createTestBrowser, type TestBrowser } from '../support/test-accounts.ts'
import { adminEmail, customerEmail } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const REFUSAL = 'Another account is logged in now than when this page was opened, so nothing was sent.'
const TYPED = 'Only for the one who typed it'

describeOnSqlite('a form that was opened by one account and sent with the session of another', (database) => {
  const shop = startForSuite(async () => startWorkSite(await database.environment()))

  /** Opens a page and returns the action and the hidden fields of its form with the typed field. */
  async function openForm(person: TestBrowser, path: string, typedField: string) {
    const { text } = await person.open(path)
    const forms = [...text.matchAll(/<form [^>]*>.*?<\/form>/gs)].map(([form]) => form)
    const form =
      forms.find((one) => one.includes(`name="${typedField}"`)) ?? expect.fail(`${path} has no form with ${typedField}`)
    const action = /<form [^>]*action="([^"]*)"/.exec(form)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const readOnly = form.matchAll(/<input [^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)
    return { action, fields: Object.fromEntries([...readOnly].map(([, name = '', value = '']) => [name, value])) }
  }

  async function placeOrderWithDraft() {
    const orderId = await shop.placePaidOrder('Basic')
    const { deliverables } = (await shop.call<OrderWork>('GET', `/order-work/${orderId}`, 'admin')).reply
    const draftId = deliverables.find(({ needsApproval }) => needsApproval)?._id ?? ''
    await shop.call('PUT', `/deliverable/${draftId}`, 'admin', { state: 'waiting for approval', proofNote: 'A draft' })
    const { questions } = (await shop.call<Brief>('GET', `/order-brief/${orderId}`, 'customer')).reply
    return { orderId, draftId, question: questions[0]?.id ?? '' }
  }

  /** Opens the page as the customer, sends the form as someone else, and returns to the page as the customer. */
  async function sendAsOther(path: string, typedField: string, other: string, more: object = {}) {
    const person = createTestBrowser(shop.site)
    await person.logIn(customerEmail)
    const { action, fields } = await openForm(person, path, typedField)
    await person.call('POST', '/api/sign-out', {})
    await person.logIn(other)
    const values = { ...fields, [typedField]: TYPED, ...more }
    let body: Record<string, string> | FormData = values
    if (action.includes('_account=')) {
      body = new FormData()
      for (const [name, value] of Object.entries(values)) body.set(name, value)
      for (const [name, value] of buildFileForm(PDF_FILE, 'plan.pdf')) body.append(name, value)
    }
    const { pathname, search } = new URL(action, `http://localhost${path}`)
    const { status, text } = await person.send(pathname + search, body)
    expect([status, text.includes(REFUSAL), text.includes(TYPED)]).toEqual([409, true, false])
    expect((await person.open(path)).text).not.toContain(TYPED)
    await person.call('POST', '/api/sign-out', {})
    await person.logIn(customerEmail)
    return (await person.open(path)).text
  }

  it.each(['stranger@example.com', adminEmail])('is refused, and its text is back for its owner only: %s', async (other) => {
    const { orderId, draftId, question } = await placeOrderWithDraft()
    const order = `/my-order/${orderId}`
    expect(await sendAsOther(`${order}/brief`, question, other)).toContain(TYPED)
    expect(await sendAsOther(`${order}/deliverable/${draftId}`, 'comment', other, { answer: 'changes' })).toContain(TYPED)
    expect(await sendAsOther(order, 'text', other)).toContain(TYPED)
    const { deliverables, unread } = (await shop.call<OrderWork>('GET', `/order-work/${orderId}`, 'admin')).reply
    expect([deliverables.find(({ _id }) => _id === draftId)?.state, unread]).toEqual(['waiting for approval', 0])
  })

  it('is refused by the order form', async () => {
    const [offer] = (await shop.call<{ _id: string }[]>('GET', '/pricings', 'admin')).reply
    const path = `/order-now/${offer?._id}`
    const person = createTestBrowser(shop.site)
    await person.logIn(customerEmail)
    const location = `${(await person.open(path)).headers.location}`
    expect(await sendAsOther(location, 'customerName', 'stranger@example.com')).toContain(TYPED)
    const { reply } = await shop.call<unknown[]>('GET', '/orders?page=1', 'stranger')
    expect(reply).toEqual([])
  })

  it('is refused by the account page and by the admin’s calls', async () => {
    const account = async (as: 'admin' | 'customer', path: string) => {
      const { text } = await shop.site.request('GET', path, { as })
      return /name="_account" value="([^"]+)"/.exec(text)?.[1] ?? expect.fail(`${path} names no account.`)
    }
    const customer = await account('customer', '/account')
    const admin = await account('admin', '/account')
    const name = { _form: 'name', userName: 'Another name', _account: customer }
    const sent = await shop.site.request('POST', '/account', { as: 'admin', form: name })
    expect([sent.status, sent.text.includes(REFUSAL)]).toEqual([409, true])
    const orderId = await shop.placePaidOrder('Basic')
    const start = confirmStart('2026-11-23')
    const call = (id: string) =>
      shop.site.request('PUT', `/api/order-start/${orderId}`, { as: 'admin', body: start, headers: { 'rankstead-account': id } })
    expect([(await call(customer)).status, (await call(admin)).status]).toEqual([409, 200])
  })

  it('names no account on pages that many people share', async () => {
    for (const path of ['/', '/contact', '/pricing'])
      expect((await shop.site.request('GET', path, { as: 'customer' })).text).not.toContain('_account')
  })
})
