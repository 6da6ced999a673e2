import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { createTestImage } from '#tests/support/test-images.ts'
import { expectAccessible, expectFitsAndAccessible, findKeyboardFaults } from '../../support/accessibility.ts'
import { createOwnerClientForSuite } from '../../support/api-client.ts'
import { getField, logIn, pressButton, waitForHeading, waitForToast } from '../../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit, waitForHydration } from '../../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)
const api = createOwnerClientForSuite(site)
let bannerEditorPath = ''
beforeAll(async () => {
  const [banner] = (await api('GET', '/banner')) as { _id: string }[]
  bannerEditorPath = `/banner/${banner?._id}`
})

const PHONE = { width: 375, height: 812 }
const buildJpegFile = (buffer: Buffer, name = 'house.jpg') => ({ name, mimeType: 'image/jpeg', buffer })
const getDialog = (page: Page) => page.getByRole('dialog')
const getChooseButton = (page: Page) => page.getByRole('button', { name: 'Choose an image: Image' })
const getFileInput = (page: Page) => page.getByLabel('Upload an image').locator('input[type=file]')

async function openPage(path: string, options: BrowserContextOptions = {}) {
  const visitor = await startVisit(site, { ...options, storageState: api.storageState })
  await visitor.page.goto(path)
  return visitor
}

it('on a phone, an owner uploads an image with a description, and visitors see it', async () => {
  const { page, leave } = await startVisit(site, { viewport: PHONE })
  await logIn(page, bannerEditorPath, ownerCredentials)
  await getField(page, 'Heading').fill('A heading that is not lost')
  await getChooseButton(page).click()
  await waitForHeading(page, 'Choose an image: Image')
  await page.getByText('No images yet.').waitFor()
  await expectAccessible(page)
  // The browser shrinks a large photo before the upload.
  const photo = await createTestImage(3000, 2000, { isNoise: true })
  const uploadRequest = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/media'))
  await getFileInput(page).setInputFiles(buildJpegFile(photo))
  expect(Number(await (await uploadRequest).headerValue('content-length'))).toBeLessThan(photo.length * 0.75)
  await waitForHeading(page, 'About this image')
  await page.getByText(/^Large image/).waitFor()
  await getField(page, 'Description (optional)').fill('The office in Elm Street')
  const corner = page.getByRole('group', { name: 'Focal point' }).getByRole('radio', { name: 'Top left' })
  await corner.check()
  expect(await corner.isChecked()).toBe(true)
  await page.getByLabel('Crop to fit').check()
  await page.getByLabel('Left to right').focus()
  await page.keyboard.press('End')
  await expectAccessible(page)
  expect(await getDialog(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await pressButton(page, 'Use this image')
  await getDialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Choose an image: Image')
  const imageUrl = await getField(page, 'Image').inputValue()
  expect(imageUrl).toMatch(/^\/media\/[0-9a-f]{32}\.jpg$/)
  expect(await getField(page, 'Heading').inputValue()).toBe('A heading that is not lost')
  await pressButton(page, 'Save banner')
  await waitForToast(page, 'Banner is Updated')
  await leave()

  const visitor = await startVisit(site, { viewport: PHONE })
  await visitor.page.goto('/')
  const image = visitor.page.locator(`picture > img[src="${imageUrl.replace('/media/', '/media/house-')}"]`)
  expect(await image.getAttribute('alt')).toBe('The office in Elm Street')
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
  // The site crops the image to the aspect ratio of its place.
  const [width, height] = await Promise.all([image.getAttribute('width'), image.getAttribute('height')])
  expect(Number(width) / Number(height)).toBeCloseTo(760 / 660, 2)
  await visitor.leave()
})

it('an image URL from the dialog or the field gets a warning if it is broken, but still saves (P-14)', async () => {
  const { page, leave } = await openPage(bannerEditorPath)
  await getChooseButton(page).click()
  await page.getByText('Image URL', { exact: true }).click()
  await getField(page, 'URL of the image').fill('/art/no-such-picture.svg')
  await pressButton(page, 'Use this URL')
  expect(await getField(page, 'Image').inputValue()).toBe('/art/no-such-picture.svg')
  const warning = page.getByText('We couldn’t load this image. You can save it anyway.')
  await warning.waitFor()
  await getField(page, 'Image').fill('/art/street.svg')
  await warning.waitFor({ state: 'detached' })
  await getField(page, 'Image').fill('/art/no-such-picture.svg')
  await warning.waitFor()
  await pressButton(page, 'Save banner')
  await waitForToast(page, 'Banner is Updated')
  await page.getByText('The image /art/no-such-picture.svg is missing.').waitFor()
  await getChooseButton(page).click()
  await page.getByText('Illustrations', { exact: true }).click()
  await page.getByRole('button', { name: 'faq key' }).click()
  expect(await getField(page, 'Image').inputValue()).toBe('/art/faq-key.svg')
  await leave()
})

it('an owner pastes or drops an image into the dialog and finds it by its description', async () => {
  const { page, leave } = await openPage(bannerEditorPath)
  const pixels = (await createTestImage(600, 400, { seed: 3 })).toString('base64')
  const sendImage = async (eventType: 'paste' | 'drop') => {
    // The first opening of the dialog loads its code.
    await page.locator('dialog section').first().waitFor()
    await page.evaluate(
      ([type, base64]) => {
        const file = new File([Uint8Array.from(atob(base64 as string), (character) => character.charCodeAt(0))], 'a.jpg', {
          type: 'image/jpeg',
        })
        const transfer = new DataTransfer()
        transfer.items.add(file)
        const eventOptions = { bubbles: true, cancelable: true }
        const dropZone = document.querySelector('dialog section') ?? document.body
        if (type === 'paste') dropZone.dispatchEvent(new ClipboardEvent('paste', { ...eventOptions, clipboardData: transfer }))
        else dropZone.dispatchEvent(new DragEvent('drop', { ...eventOptions, dataTransfer: transfer }))
      },
      [eventType, pixels],
    )
  }
  await getChooseButton(page).click()
  await sendImage('paste')
  await waitForToast(page, 'Image added')
  await getField(page, 'Description (optional)').fill('A door in spring')
  await pressButton(page, 'Use this image')
  await getDialog(page).waitFor({ state: 'detached' })
  await getChooseButton(page).click()
  await sendImage('drop')
  // The library recognizes the image and keeps its description.
  await waitForToast(page, 'This image is already in your library.')
  expect(await getField(page, 'Description (optional)').inputValue()).toBe('A door in spring')
  await pressButton(page, 'Choose another')
  await getField(page, 'Search your images').fill('spring')
  await page.getByText('1 of 1').waitFor()
  await page.getByRole('button', { name: 'A door in spring' }).click()
  await waitForHeading(page, 'About this image')
  await page.keyboard.press('Escape')
  await getDialog(page).waitFor({ state: 'detached' })
  await leave()
})

it('a wrong file or an offline upload shows an error at the button and keeps the typed text', async () => {
  const { page, leave } = await openPage(bannerEditorPath)
  await getField(page, 'Heading').fill('Half a heading')
  await getChooseButton(page).click()
  await getFileInput(page).setInputFiles(buildJpegFile(Buffer.from('These are words.'), 'photo.jpg'))
  const alert = getDialog(page).getByRole('alert')
  await alert.getByText('We can’t use this file. Upload a JPEG, PNG, WebP, AVIF or GIF image.').waitFor()
  expect(await getFileInput(page).getAttribute('aria-invalid')).toBe('true')
  await expectAccessible(page)
  await page.context().setOffline(true)
  await getFileInput(page).setInputFiles(buildJpegFile(await createTestImage(400, 300)))
  await alert.getByText('You seem to be offline.').waitFor()
  await page.context().setOffline(false)
  await getFileInput(page).setInputFiles(buildJpegFile(await createTestImage(400, 300)))
  await waitForHeading(page, 'About this image')
  await pressButton(page, 'Choose another')
  await pressButton(page, 'Close')
  expect(await getField(page, 'Heading').inputValue()).toBe('Half a heading')
  await leave()
})

it('the library lists every image with its uses, and restores a deleted one', async () => {
  const { page, leave } = await openPage('/pictures')
  await getFileInput(page).setInputFiles(buildJpegFile(await createTestImage(500, 500, { seed: 9 })))
  await waitForToast(page, 'Image added')
  const newest = page.getByRole('list', { name: 'All images' }).getByRole('listitem').first()
  await newest.getByText(/^house, 500 by 500 pixels/).waitFor()
  await newest.getByLabel('Description').fill('A square in the rain')
  await newest.getByRole('button', { name: /^Save/ }).click()
  await waitForToast(page, 'Description saved')

  const imageUrl = (await newest.getByRole('link').first().getAttribute('href')) ?? ''
  const { _id: _, ...banner } = ((await api('GET', '/banner')) as Record<string, string>[])[0] ?? {}
  await api('PUT', bannerEditorPath.replace('/banner', '/update-banner'), { ...banner, bannerImage: imageUrl })
  await page.reload()
  await newest.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('alert').getByText('This image is used in one place. Choose another one there').waitFor()
  await newest.getByRole('link', { name: 'Used in 1 place' }).click()
  await newest.getByRole('link', { name: 'Banner: Image' }).click()
  await waitForHeading(page, 'Banner')
  await getField(page, 'Image').fill('/art/banner-town.svg')
  await pressButton(page, 'Save banner')
  await waitForToast(page, 'Banner is Updated')

  await page.goto('/pictures?search=rain')
  await newest.getByText('Not used').waitFor()
  await newest.getByRole('button', { name: /^Delete/ }).click()
  await page.getByText('No image matches “rain”.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Undo')
  await page.keyboard.press('Enter')
  await waitForToast(page, 'Restored')
  await newest.getByText(/^house, 500 by 500 pixels/).waitFor()
  await leave()
})

it('the library is accessible, fits every window and works by keyboard', async () => {
  const { page, leave } = await openPage('/pictures')
  await waitForHydration(page)
  await expectFitsAndAccessible(page, [375, 768, 1440])
  expect(await findKeyboardFaults(page)).toEqual([])
  await leave()
})
