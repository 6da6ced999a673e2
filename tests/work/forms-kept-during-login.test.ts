import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Brief } from '#contract/work/brief.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { buildFileForm, PDF_FILE } from '../support/order-files.ts'
import { startWorkSite } from '../support/site-with-two-customers.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { createTestBrowser } from '../support/test-accounts.ts'
import { adminEmail, customerEmail } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

describeOnSqlite('text typed before a login', (database) => {
  const shop = startForSuite(async () => startWorkSite(await database.environment()))

  it('is back in the form of answers after it, and the page names an answer that was too long to keep', async () => {
    const id = await shop.placePaidOrder('Basic')
    const { questions, _version } = (await shop.call<Brief>('GET', `/order-brief/${id}`, 'customer')).reply
    const [first, second] = questions
    const person = createTestBrowser(shop.site)
    const path = `/my-order/${id}/brief`
    const fields = { _version: String(_version), customerEmail, [first?.id ?? '']: 'A short answer' }
    const tooLong = randomBytes(6_000).toString('hex')
    const { status } = await person.send(path, { ...fields, [second?.id ?? '']: tooLong })
    expect(status).toBe(302)
    await person.logIn(customerEmail)
    const { text } = await person.open(path)
    expect(text).toContain('>A short answer<')
    expect(text).toContain('We kept what you typed before you logged in.')
    expect(text).toContain(`We couldn’t keep all of it. Please type this again: “${second?.question}”.`)
    expect(text).not.toContain(tooLong)
    expect((await person.open(path)).text).not.toContain('We kept what you typed')
  })

  /** Sends a draft to the customer, who opens it and comments on it after the session ended. */
  async function commentOnDraftWithoutSession() {
    const orderId = await shop.placePaidOrder('Basic')
    const { deliverables } = (await shop.call<OrderWork>('GET', `/order-work/${orderId}`, 'admin')).reply
    const { _id: id = '' } = deliverables.find(({ needsApproval }) => needsApproval) ?? {}
    const sendStep = async (step: object) =>
      expect((await shop.call('PUT', `/deliverable/${id}`, 'admin', step)).status).toBe(200)
    await sendStep({ state: 'in progress' })
    await sendStep({ state: 'waiting for approval', proofNote: 'Draft one' })
    const person = createTestBrowser(shop.site)
    const path = `/my-order/${orderId}/deliverable/${id}`
    await person.logIn(customerEmail)
    const hiddenInputs = (await person.open(path)).text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
    const hidden = Object.fromEntries([...hiddenInputs].map(([, name = '', value = '']) => [name, value]))
    await person.call('POST', '/api/sign-out', {})
    const { status } = await person.send(path, { ...hidden, comment: 'A shorter title', answer: 'changes' })
    expect(status).toBe(302)
    return { person, path, sendStep, answer: (fields: object) => person.send(path, { ...hidden, ...fields }) }
  }

  it('is back in the form that answers a draft, for the draft that the page showed', async () => {
    const { person, path, sendStep, answer } = await commentOnDraftWithoutSession()
    await sendStep({ state: 'waiting for approval', proofNote: 'Draft two' })
    await person.logIn(customerEmail)
    const { text } = await person.open(path)
    expect(text).toContain('>A shorter title<')
    expect(text).toContain('We kept what you typed before you logged in.')
    const [, version = ''] = /name="_version" value="([^"]*)"/.exec(text) ?? []
    const { text: conflict } = await answer({ _version: version, comment: 'A shorter title', answer: 'changes' })
    expect(conflict).toContain('changed since you opened it')
  })

  it('is shown if there’s no draft to answer anymore', async () => {
    const { person, path, sendStep } = await commentOnDraftWithoutSession()
    await sendStep({ state: 'in progress' })
    await person.logIn(customerEmail)
    const { text } = await person.open(path)
    expect(text).toContain('there’s no draft to answer now. You typed: “A shorter title')
    expect(text).not.toContain('Please check it and send it again.')
  })

  it('is back in the form of a message, without the chosen file, only for its sender', async () => {
    const id = await shop.placePaidOrder('Basic')
    const path = `/my-order/${id}`
    const sendMessage = async (text: string) => {
      const person = createTestBrowser(shop.site)
      const form = new FormData()
      for (const [name, value] of Object.entries({ _form: 'message', upTo: '', customerEmail, text })) form.set(name, value)
      for (const [name, value] of buildFileForm(PDF_FILE, 'plan.pdf')) form.append(name, value)
      expect((await person.send(path, form)).status).toBe(302)
      return person
    }
    const person = await sendMessage('Our sign is new.')
    await person.logIn(customerEmail)
    const { text } = await person.open(path)
    expect(text).toContain('>Our sign is new.<')
    expect(text).toContain('We kept what you typed before you logged in. Please check it and send it again. If you chose a file')
    expect((await person.open(path)).text).not.toContain('Our sign is new.')
    expect((await shop.call('GET', `/order-messages/${id}`, 'customer')).reply).toEqual([])
    const other = await sendMessage('Our sign is old.')
    await other.logIn(adminEmail)
    expect((await other.open(path)).text).not.toContain('Our sign is old.')
  })
})
