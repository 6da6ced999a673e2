import { expect, it } from 'vitest'
import { expectFitsAndAccessible } from '../support/accessibility.ts'
import {
  FAQ_LIST_PATH,
  getRow,
  listPublicQuestions,
  listTitles,
  pressRowButton,
  pressUndo,
} from '../support/content-list-page.ts'
import { findCoveredControls, getBounds } from '../support/element-positions.ts'
import { getField, logIn, pressButton } from '../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const PHONE = { width: 375, height: 900 }
const DESKTOP = { width: 1440, height: 900 }
const ALERT = '[role="status"].fixed > *'
const site = startSiteForSuite({ ...ownerSettings, SEED: 'demo' })

it('an owner on a phone moves, hides, copies and deletes records and undoes each action; on a desktop, the alert covers no control', async () => {
  const { page, leave } = await startVisit(site, { viewport: PHONE })
  await logIn(page, FAQ_LIST_PATH, ownerCredentials)
  const titles = await listTitles(page)
  const [first = '', second = ''] = titles

  await pressRowButton(page, 'Move down', first)
  await expect.poll(() => listTitles(page)).toEqual([second, first, ...titles.slice(2)])
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(`Move down ${first}`)
  await pressUndo(page, 'Reordered.')
  await expect.poll(() => listTitles(page)).toEqual(titles)

  await pressRowButton(page, 'Hide', second)
  await getRow(page, second).getByText('Hidden', { exact: true }).waitFor()
  // On a phone, the alert stays inside the top bar.
  expect((await getBounds(page, ALERT)).bottom).toBeLessThanOrEqual((await getBounds(page, '.admin-bar')).bottom)
  expect(await listPublicQuestions(site)).not.toContain(second)
  await pressUndo(page, 'Hidden.')
  await getRow(page, second).getByText('Hidden', { exact: true }).waitFor({ state: 'detached' })
  expect(await listPublicQuestions(site)).toContain(second)

  await pressRowButton(page, 'Duplicate', first)
  await expect.poll(() => listTitles(page)).toEqual([first, first, ...titles.slice(1)])
  await pressUndo(page)
  await expect.poll(() => listTitles(page)).toEqual(titles)

  await pressRowButton(page, 'Delete', first)
  await expect.poll(() => listTitles(page)).toEqual(titles.slice(1))
  expect(await listPublicQuestions(site)).not.toContain(first)
  await pressUndo(page, 'Deleted.')
  await expect.poll(() => listTitles(page)).toEqual(titles)
  await expectFitsAndAccessible(page, [PHONE.width])

  await page.setViewportSize(DESKTOP)
  await pressRowButton(page, 'Hide', second)
  await getRow(page, second).getByText('Hidden', { exact: true }).waitFor()
  expect(await findCoveredControls(page, ALERT)).toEqual([])
  await pressUndo(page, 'Hidden.')
  await getRow(page, second).getByText('Hidden', { exact: true }).waitFor({ state: 'detached' })
  await expectFitsAndAccessible(page, [DESKTOP.width])
  await leave()
})

it('an owner changes the heading of a section, and an empty line disappears from the page', async () => {
  const { page, leave } = await startVisit(site)
  await logIn(page, '/edit-work', ownerCredentials)
  await page.getByRole('link', { name: 'Edit text' }).click()
  await getField(page, 'Heading').fill('One month, step by step')
  await getField(page, 'Text beside the heading (optional)').fill('')
  await pressButton(page, 'Save other work process text')
  await page.getByText('Work process Text is Updated').first().waitFor()
  await page.goto(site.url)
  const section = page.locator('#work-sec')
  expect(await section.getByRole('heading', { level: 2 }).textContent()).toBe('One month, step by step')
  expect(await section.locator('.aside').count()).toBe(0)
  await leave()
})
