import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectFitsAndAccessible } from '../../support/accessibility.ts'
import { createOwnerClientForSuite, placePaidOrder } from '../../support/api-client.ts'
import { getField, logIn } from '../../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

/** The presses that the team's month may take if the client asks for no changes (P-360). Typing and waiting don't count. */
const MAX_PRESSES = 15
const WIDTHS = [360, 768, 1440]

type Part = { _id: string; _version: number; state: string; needsApproval: boolean }

const site = startSiteForSuite({ ...ownerSettings, SEED: 'demo' })
const asOwner = createOwnerClientForSuite(site)

it('the team works a Standard month without changes on the board, in 15 presses', async () => {
  const { api, order } = await placePaidOrder(site, 'kim@example.com')
  const { questions }: { questions: { id: string; choices: string[] }[] } = await api('GET', `/order-brief/${order._id}`)
  const answers = Object.fromEntries(questions.map(({ id, choices }) => [id, choices[0] ?? 'An answer']))
  await api('PUT', `/order-brief/${order._id}`, { answers, send: true })
  const { page, leave } = await startVisit(site)
  await logIn(page, '/work', ownerCredentials)
  let presses = 0
  const press = async (control: Locator) => {
    presses += 1
    await control.click()
  }
  const main = page.getByRole('main')
  const showState = async (state: string) => {
    await main.getByLabel('State').selectOption(state)
    await press(main.getByRole('button', { name: 'Show', exact: true }))
    await page.waitForURL((url) => url.searchParams.get('state') === state)
  }
  const deliverAll = async (proof: string) => {
    await press(main.getByLabel('Select all'))
    await press(main.locator('summary', { hasText: /^(Send|Deliver) \d+/ }))
    await getField(page, 'Text').first().fill(proof)
    await press(main.getByRole('button', { name: /^(Send|Deliver) \d+/ }))
  }
  const loadParts = async () => {
    const { deliverables }: { deliverables: Part[] } = await asOwner('GET', `/order-work/${order._id}`)
    return deliverables
  }

  await press(main.getByRole('link', { name: 'Ready to start' }))
  await press(main.getByRole('link', { name: 'Start the month' }))
  await press(main.getByRole('button', { name: 'Start the month' }))
  await page.getByRole('heading', { name: /^Month 1 started on/ }).waitFor()
  await press(page.getByRole('navigation').getByRole('link', { name: 'Work', exact: true }).first())
  await showState('planned')
  await expectFitsAndAccessible(page, WIDTHS)
  await deliverAll('See the shared folder.')
  await expect.poll(async () => (await loadParts()).filter(({ state }) => state === 'planned')).toEqual([])

  for (const { _id, _version, state } of await loadParts())
    if (state === 'waiting for approval') await api('PUT', `/deliverable-approval/${_id}`, { answer: 'approved', _version })
  await showState('approved')
  await deliverAll('It is live.')
  await expect.poll(async () => (await loadParts()).filter(({ state }) => state !== 'delivered')).toEqual([])
  expect(presses).toBeLessThanOrEqual(MAX_PRESSES)
  await leave()
})

it('a refused step in a row keeps what was typed, at its field', async () => {
  const { order } = await placePaidOrder(site, 'lee@example.com')
  await asOwner('PUT', `/order-start/${order._id}`, { startsOn: '2099-01-01', confirmedStart: '2099-01-01' })
  const { deliverables }: { deliverables: (Part & { title: string })[] } = await asOwner('GET', `/order-work/${order._id}`)
  const part = deliverables.find(({ needsApproval }) => !needsApproval)
  await asOwner('PUT', `/deliverable/${part?._id}`, { state: 'in progress' })
  const { page, leave } = await startVisit(site)
  await logIn(page, '/work?state=in%20progress', ownerCredentials)
  const row = page.getByRole('row', { name: part?.title })
  await row.locator('summary', { hasText: 'Deliver' }).click()
  await row.getByLabel('Link').fill('javascript:')
  await row.getByRole('button', { name: 'Deliver' }).click()
  await row
    .getByRole('alert')
    .or(row.getByRole('heading', { name: 'There is a problem' }))
    .first()
    .waitFor()
  expect(await row.getByLabel('Link').inputValue()).toBe('javascript:')
  await expectFitsAndAccessible(page, WIDTHS)
  await row.getByLabel('Link').fill('https://example.com/report')
  await row.getByRole('button', { name: 'Deliver' }).click()
  await expect.poll(() => page.getByRole('row', { name: part?.title }).count()).toBe(0)
  await leave()
})
