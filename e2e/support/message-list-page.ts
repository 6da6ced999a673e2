import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { logIn } from './page-actions.ts'
import { ownerCredentials } from './test-site.ts'
import { waitForHydration } from './visitor.ts'

/** Finds a table of the messages page by its title, such as `Unread messages`. */
export const getMessageTable = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
export const locateMessageRowHeaders = (page: Page, title: string) => getMessageTable(page, title).getByRole('rowheader')

/** Opens the list as the owner and waits for React. */
export async function openMessageList(page: Page) {
  await logIn(page, '/all-messages', ownerCredentials)
  await waitForHydration(page)
}

/** Posts to a call without a session. Fails unless the reply is 201. */
export async function postToApi(url: string, path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect([path, reply.status]).toEqual([path, 201])
  return (await reply.json()) as { record: { _id: string } }
}
