import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { picture } from '../../tests/support/pictures.ts'
import { expectAccessible, expectFits, keyboardFaults } from '../support/accessibility.ts'
import { field, heading, logIn, press } from '../support/account-pages.ts'
import { type Api, apiOf } from '../support/ordering.ts'
import { ownedSite, owner, type Site, startSite } from '../support/site.ts'
import { arrive, sharedBrowser, waitUntilLive } from '../support/visitor.ts'

let site: Site
let browser: Browser
let api: Api
/** The editor of the banner. */
let editor = ''
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(ownedSite), sharedBrowser()])
  api = await apiOf(site)
  const [banner] = (await api('GET', '/banner')) as { _id: string }[]
  editor = `/banner/${banner?._id}`
})
afterAll(() => site?.close())

const PHONE = { width: 375, height: 812 }
const jpeg = (buffer: Buffer, name = 'house.jpg') => ({ name, mimeType: 'image/jpeg', buffer })
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).first().waitFor()
const dialogOf = (page: Page) => page.getByRole('dialog')
const chooser = (page: Page) => page.getByRole('button', { name: 'Choose a picture: Image' })
const fileOf = (page: Page) => page.getByLabel('Upload a picture').locator('input[type=file]')

async function open(path: string, options: BrowserContextOptions = {}) {
  const visitor = await arrive(browser, site.url, { ...options, storageState: api.storageState })
  await visitor.page.goto(path)
  return visitor
}

it('on a phone an owner chooses a picture from disk, describes it once, saves, and visitors see it', async () => {
  const { page, leave } = await arrive(browser, site.url, { viewport: PHONE })
  await logIn(page, editor, owner)
  await field(page, 'Heading').fill('A heading that is not lost')
  await chooser(page).click()
  await heading(page, 'Choose a picture: Image')
  await page.getByText('There is no picture here yet.').waitFor()
  await expectAccessible(page)
  // A large photo is made smaller before it travels.
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/media'))
  const photo = await picture(3000, 2000, { isNoise: true })
  await fileOf(page).setInputFiles(jpeg(photo))
  expect(Number(await (await sent).headerValue('content-length'))).toBeLessThan(photo.length * 0.75)
  await heading(page, 'About this picture')
  await page.getByText(/^This picture has .*300 KB/).waitFor()
  await field(page, 'Description (optional)').fill('The office in Elm Street')
  await page.getByLabel('Cut out a part in the shape of its place').check()
  await page.getByLabel('From left to right').focus()
  await page.keyboard.press('End')
  await expectAccessible(page)
  expect(await dialogOf(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await press(page, 'Use this picture')
  await dialogOf(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Choose a picture: Image')
  const address = await field(page, 'Image').inputValue()
  expect(address).toMatch(/^\/media\/[0-9a-f]{32}\.jpg$/)
  expect(await field(page, 'Heading').inputValue()).toBe('A heading that is not lost')
  await press(page, 'Save banner')
  await toast(page, 'Banner is Updated')
  await leave()

  const visitor = await arrive(browser, site.url, { viewport: PHONE })
  await visitor.page.goto('/')
  const shown = visitor.page.locator(`picture > img[src="${address}"]`)
  expect(await shown.getAttribute('alt')).toBe('The office in Elm Street')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  // It is cropped in the real shape of its place.
  const [width, height] = await Promise.all([shown.getAttribute('width'), shown.getAttribute('height')])
  expect(Number(width) / Number(height)).toBeCloseTo(760 / 660, 2)
  await visitor.leave()
})

it('acceptance point 33: an address is pasted in the dialog or typed in the field, and is never refused for what it shows', async () => {
  const { page, leave } = await open(editor)
  await chooser(page).click()
  await page.getByText('An address', { exact: true }).click()
  await field(page, 'Address of a picture').fill('/art/no-such-picture.svg')
  await press(page, 'Use this address')
  expect(await field(page, 'Image').inputValue()).toBe('/art/no-such-picture.svg')
  const warned = page.getByText('This address shows no picture. You can save it all the same.')
  await warned.waitFor()
  await field(page, 'Image').fill('/art/street.svg')
  await warned.waitFor({ state: 'detached' })
  await field(page, 'Image').fill('/art/no-such-picture.svg')
  await warned.waitFor()
  await press(page, 'Save banner')
  await page.getByText('The picture /art/no-such-picture.svg is not there.').waitFor()
  await press(page, 'Save anyway')
  await toast(page, 'Banner is Updated')
  await chooser(page).click()
  await page.getByText('Our drawings', { exact: true }).click()
  await page.getByRole('button', { name: 'faq key' }).click()
  expect(await field(page, 'Image').inputValue()).toBe('/art/faq-key.svg')
  await leave()
})

it('a picture is pasted or dropped into the dialog, and found in the library by its description', async () => {
  const { page, leave } = await open(editor)
  const pixels = (await picture(600, 400, { seed: 3 })).toString('base64')
  const give = async (kind: 'paste' | 'drop') => {
    // The dialog's code comes when it is first opened.
    await page.locator('dialog section').first().waitFor()
    await page.evaluate(
      ([type, base64]) => {
        const file = new File([Uint8Array.from(atob(base64 as string), (one) => one.charCodeAt(0))], 'a.jpg', {
          type: 'image/jpeg',
        })
        const transfer = new DataTransfer()
        transfer.items.add(file)
        const init = { bubbles: true, cancelable: true }
        const box = document.querySelector('dialog section') ?? document.body
        if (type === 'paste') box.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: transfer }))
        else box.dispatchEvent(new DragEvent('drop', { ...init, dataTransfer: transfer }))
      },
      [kind, pixels],
    )
  }
  await chooser(page).click()
  await give('paste')
  await toast(page, 'The picture was added.')
  await field(page, 'Description (optional)').fill('A door in spring')
  await press(page, 'Use this picture')
  await dialogOf(page).waitFor({ state: 'detached' })
  await chooser(page).click()
  await give('drop')
  // It was described before: nobody is asked twice.
  await toast(page, 'This picture was in the library already, with its description.')
  expect(await field(page, 'Description (optional)').inputValue()).toBe('A door in spring')
  await press(page, 'Choose another')
  await field(page, 'Search the descriptions').fill('spring')
  await page.getByText('1 of 1').waitFor()
  await page.getByRole('button', { name: 'A door in spring' }).click()
  await heading(page, 'About this picture')
  await page.keyboard.press('Escape')
  await dialogOf(page).waitFor({ state: 'detached' })
  await leave()
})

it('a file that is no picture, and an upload without a connection, are told at the button, and nothing typed is lost', async () => {
  const { page, leave } = await open(editor)
  await field(page, 'Heading').fill('Half a heading')
  await chooser(page).click()
  await fileOf(page).setInputFiles(jpeg(Buffer.from('These are words.'), 'photo.jpg'))
  const alert = dialogOf(page).getByRole('alert')
  await alert.getByText('This is no picture that can be shown. A JPEG, PNG, WebP, AVIF or GIF file is needed.').waitFor()
  expect(await fileOf(page).getAttribute('aria-invalid')).toBe('true')
  await expectAccessible(page)
  await page.context().setOffline(true)
  await fileOf(page).setInputFiles(jpeg(await picture(400, 300)))
  await alert.getByText('You seem to be offline.').waitFor()
  await page.context().setOffline(false)
  await fileOf(page).setInputFiles(jpeg(await picture(400, 300)))
  await heading(page, 'About this picture')
  await press(page, 'Choose another')
  await press(page, 'Close')
  expect(await field(page, 'Heading').inputValue()).toBe('Half a heading')
  await leave()
})

it('the library lists every picture, says where it is used, and gives back what was deleted', async () => {
  const { page, leave } = await open('/pictures')
  await fileOf(page).setInputFiles(jpeg(await picture(500, 500, { seed: 9 })))
  await toast(page, 'The picture was added.')
  const newest = page.getByRole('list', { name: 'All pictures' }).getByRole('listitem').first()
  await newest.getByText(/^500 by 500 pixels/).waitFor()
  await newest.getByLabel('Description').fill('A square in the rain')
  await newest.getByRole('button', { name: /^Save/ }).click()
  await toast(page, 'The description is saved.')

  const address = (await newest.getByRole('link').first().getAttribute('href')) ?? ''
  const { _id: _, ...banner } = ((await api('GET', '/banner')) as Record<string, string>[])[0] ?? {}
  await api('PUT', editor.replace('/banner', '/update-banner'), { ...banner, bannerImage: address })
  await page.reload()
  await newest.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('alert').getByText('This picture is used in one place. Choose another one there first').waitFor()
  await newest.getByRole('link', { name: 'Used in 1 place' }).click()
  await newest.getByRole('link', { name: 'Banner: Image' }).click()
  await heading(page, 'Banner')
  await field(page, 'Image').fill('/art/banner-town.svg')
  await press(page, 'Save banner')
  await toast(page, 'Banner is Updated')

  await page.goto('/pictures?search=rain')
  await newest.getByText('Used nowhere').waitFor()
  await newest.getByRole('button', { name: /^Delete/ }).click()
  await page.getByText('No picture is described with “rain”.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Undo')
  await page.keyboard.press('Enter')
  await toast(page, 'The picture is back.')
  await newest.getByText(/^500 by 500 pixels/).waitFor()
  await leave()
})

it('the library is filled, described, emptied and refilled without script too', async () => {
  const { page, leave } = await open('/pictures', { javaScriptEnabled: false })
  const [file, upload] = [
    page.getByLabel('A picture from your disk or your camera'),
    page.getByRole('button', { name: 'Upload' }),
  ]
  await file.setInputFiles(jpeg(Buffer.from('These are words.')))
  await upload.click()
  await page.getByRole('alert').getByText('This is no picture that can be shown.').waitFor()
  await file.setInputFiles(jpeg(await picture(640, 480, { seed: 5 })))
  await upload.click()
  await page.getByText('The picture was added.').waitFor()
  await page
    .getByText(/^Its address, for an editor: \/media\/[0-9a-f]{32}\.jpg$/)
    .first()
    .waitFor()
  await page.goto('/pictures?search=rain')
  const row = page.getByRole('list', { name: 'All pictures' }).getByRole('listitem').first()
  await row.getByLabel('Description').fill('A square in the rain at night')
  await row.getByRole('button', { name: /^Save/ }).click()
  await page.getByText('The description is saved.').waitFor()
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByText('Deleted. It can be brought back for 30 days.').waitFor()
  await press(page, 'Undo')
  await page.getByText('The picture is back.').waitFor()
  expect(await row.getByLabel('Description').inputValue()).toBe('A square in the rain at night')
  await leave()
})

it('the library says when it cannot be read, and reads again', async () => {
  const { page, leave } = await open('/pictures')
  // There once the page is live.
  await page.getByLabel('Upload a picture').first().waitFor()
  await page.route('**/api/page-data?**', (route) => route.fulfill({ status: 429, json: { error: 'Not now.' } }))
  await page.getByRole('searchbox').fill('rain')
  await press(page, 'Search')
  await page.getByRole('alert').getByText('Not now.').waitFor()
  await page.unroute('**/api/page-data?**')
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('list', { name: 'All pictures' }).waitFor()
  await leave()
})

it('the library is accessible, as wide as every window, and reached by keyboard', async () => {
  const { page, leave } = await open('/pictures')
  await waitUntilLive(page)
  await expectFits(page, [375, 768, 1440])
  expect(await keyboardFaults(page)).toEqual([])
  await leave()
})
