import { expect, it } from 'vitest'
import {
  FAQ_LIST_PATH,
  getRow,
  listPublicQuestions,
  listTitles,
  pressRowButton,
  pressUndo,
} from '../../support/content-list-page.ts'
import { getField, logIn, openAddForm, pressButton } from '../../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

const site = startSiteForSuite({ ...ownerSettings, SEED: 'demo' })

it('an action that fails shows its error at the row until the action succeeds', async () => {
  const { page, leave } = await startVisit(site, { viewport: { width: 375, height: 700 } })
  await logIn(page, FAQ_LIST_PATH, ownerCredentials)
  const last = (await listTitles(page)).at(-1) ?? ''
  await page.context().setOffline(true)
  await pressRowButton(page, 'Hide', last)
  const offlineAlert = getRow(page, last).getByRole('alert').getByText('You seem to be offline.')
  await offlineAlert.waitFor()
  expect(await page.getByRole('alert').count()).toBe(1)
  await page.context().setOffline(false)
  await pressRowButton(page, 'Hide', last)
  await getRow(page, last).getByText('Hidden', { exact: true }).waitFor()
  expect(await offlineAlert.count()).toBe(0)
  await pressUndo(page, 'Hidden.')
  await getRow(page, last).getByText('Hidden', { exact: true }).waitFor({ state: 'detached' })
  await leave()
})

it('an owner moves a row by dragging it above another', async () => {
  const { page, leave } = await startVisit(site, { viewport: { width: 1440, height: 1200 } })
  await logIn(page, FAQ_LIST_PATH, ownerCredentials)
  const titles = await listTitles(page)
  const [first = '', second = '', third = ''] = titles
  await getRow(page, third).dragTo(getRow(page, first), { targetPosition: { x: 40, y: 4 } })
  await expect.poll(() => listTitles(page)).toEqual([third, first, second, ...titles.slice(3)])
  await pressUndo(page, 'Reordered.')
  await expect.poll(() => listTitles(page)).toEqual(titles)
  await leave()
})

it('a full list says why it takes no record, and another list has a closed add form', async () => {
  const { page, leave } = await startVisit(site)
  await logIn(page, '/edit-work', ownerCredentials)
  await page.getByText('You already have one of each').waitFor()
  await page.goto(`${site.url}${FAQ_LIST_PATH}`)
  expect(await getField(page, 'Question').isVisible()).toBe(false)
  await openAddForm(page, 'Add FAQ item')
  expect(await getField(page, 'Question').isVisible()).toBe(true)
  await leave()
})

it('when two owners save a record, the second owner chooses per field, and no text is lost', async () => {
  const [ada, ben] = await Promise.all([startVisit(site), startVisit(site)])
  await logIn(ada.page, FAQ_LIST_PATH, ownerCredentials)
  await logIn(ben.page, FAQ_LIST_PATH, ownerCredentials)
  for (const { page } of [ada, ben]) {
    await page
      .getByRole('link', { name: /^Edit Now/ })
      .nth(1)
      .click()
    await page.getByRole('button', { name: 'Save FAQ item', exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
  }
  const answer = await getField(ben.page, 'Answer').inputValue()
  await getField(ada.page, 'Question').fill('What did Ada ask?')
  await getField(ada.page, 'Answer').fill(`${answer} Ada added this.`)
  await pressButton(ada.page, 'Save FAQ item')
  await ada.page.getByText('FAQ Item is Updated').first().waitFor()

  await getField(ben.page, 'Question').fill('What did Ben ask?')
  await pressButton(ben.page, 'Save FAQ item')
  const conflict = ben.page.getByRole('region', { name: 'Changed in another tab' })
  await conflict.getByText('What did Ada ask?').waitFor()
  // Only Ada changed the answer, so the form takes it without a question.
  expect(await getField(ben.page, 'Answer').inputValue()).toBe(`${answer} Ada added this.`)
  expect(await getField(ben.page, 'Question').inputValue()).toBe('What did Ben ask?')
  await conflict.getByRole('button', { name: /^Keep mine/ }).click()
  await pressButton(ben.page, 'Save FAQ item')
  await ben.page.getByText('FAQ Item is Updated').first().waitFor()
  expect(await listPublicQuestions(site)).toContain('What did Ben ask?')

  await pressUndo(ben.page)
  await expect.poll(() => getField(ben.page, 'Question').inputValue()).toBe('What did Ada ask?')
  expect(await listPublicQuestions(site)).toContain('What did Ada ask?')
  await Promise.all([ada.leave(), ben.leave()])
})
