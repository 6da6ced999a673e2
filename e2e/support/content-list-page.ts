import type { Page } from 'playwright-core'
import type { TestSite } from './test-site.ts'

/** The list that stories about lists edit: the FAQ. */
export const FAQ_LIST_PATH = '/edit-faq'

export function listTitles(page: Page): Promise<string[]> {
  return page.locator('.record-row p a').allTextContents()
}

export function getRow(page: Page, title: string) {
  return page.locator('.record-row').filter({ hasText: title }).first()
}

export async function pressRowButton(page: Page, label: string, title: string): Promise<void> {
  await getRow(page, title)
    .getByRole('button', { name: `${label} ${title}` })
    .click()
}

export async function pressUndo(page: Page, message?: string): Promise<void> {
  if (message) await page.getByRole('status').getByText(message, { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
}

export async function listPublicQuestions(site: TestSite): Promise<string[]> {
  const reply = await fetch(`${site.url}/api/faq-items`)
  return ((await reply.json()) as { accodingTitle: string }[]).map(({ accodingTitle }) => accodingTitle)
}
