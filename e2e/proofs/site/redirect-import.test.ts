import { expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessibility.ts'
import { logIn, waitForToast } from '../../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

const site = startSiteForSuite({ ...ownerSettings, SEED: 'demo' })

const EXPORT = `source,target,regex,code,type,hits,title,status
"/old-office-page-with-a-long-address/","/contact",0,301,"url",0,"","active"
"/listing-[0-9]+","/service/",1,301,"url",0,"","active"
"/closed","",0,410,"error",0,"","active"
"/sale","/pricing/",0,302,"url",0,"","active"
`

it.each([360, 768, 1440])('at %i px, a preview shows what each row of a file becomes, and then it is saved', async (width) => {
  const { page, leave } = await startVisit(site, { viewport: { width, height: 900 } })
  await logIn(page, '/old-addresses', ownerCredentials)
  const old = EXPORT.replaceAll('"/', `"/${width}-`)
    .replaceAll(`/${width}-contact`, '/contact')
    .replaceAll(`/${width}-pricing/`, '/pricing/')
  await page.getByLabel('File').setInputFiles({ name: 'redirection.csv', mimeType: 'text/csv', buffer: Buffer.from(old) })
  await page.getByRole('button', { name: 'Preview the redirects' }).click()
  const preview = page.getByRole('region', { name: 'What each row becomes' })
  await expect.poll(() => preview.textContent()).toContain('3 redirects can be saved, and 1 row is left out.')
  expect(await preview.textContent()).toContain('It’s a pattern for several addresses.')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await expectAccessible(page)
  expect((await fetch(`${site.url}/${width}-closed`)).status).toBe(404)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/redirects-${width}.png`, fullPage: true })
  await page.getByRole('button', { name: 'Save 3 redirects' }).click()
  await expect.poll(() => preview.count()).toBe(0)
  expect((await fetch(`${site.url}/${width}-closed`)).status).toBe(410)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/redirects-saved-${width}.png`, fullPage: true })
  await leave()
})

it('a refused preview keeps the pasted lines', async () => {
  const { page, leave } = await startVisit(site)
  await logIn(page, '/old-addresses', ownerCredentials)
  await page.getByRole('textbox', { name: 'Redirects' }).fill('/pasted,/nowhere')
  await page.getByRole('button', { name: 'Preview the redirects' }).click()
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('leads to /nowhere, which doesn’t exist.')
  await page
    .getByRole('textbox', { name: 'Redirects' })
    .fill(`${await page.getByRole('textbox', { name: 'Redirects' }).inputValue()}\n/pasted-2,/pricing/`)
  await page.getByRole('button', { name: 'Preview the redirects' }).click()
  await page.getByRole('button', { name: 'Save 1 redirect' }).click()
  await waitForToast(page, '1 redirect was saved.')
  await leave()
})
