import { expect } from 'vitest'
import { TOTAL_HEADER } from '../../src/contract/grammar/paging.ts'
import type { Subscriber } from '../../src/contract/inbox/subscribers.ts'
import { readConfig } from '../../src/server/config/config.ts'
import { openDatabase } from '../../src/server/platform/db/db.ts'
import { startApp } from './app.ts'
import { linkIn, startMailServer } from './mail-server.ts'

export const CONFIRM = 'Please confirm your subscription'
export const WELCOME = 'Your subscription is confirmed'
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

export type Subscriptions = Awaited<ReturnType<typeof startSubscriptions>>

/** A site in two processes with a real mail server, and what people do with their subscriptions. */
export async function startSubscriptions(environment: Record<string, string>) {
  const server = await startMailServer()
  const all = { ...environment, SMTP_URL: server.url }
  const site = await startApp(all)
  const other = await startApp(all)
  const stored = await openDatabase(readConfig(all))
  let nth = 0

  /** The mail of that kind as it came in, once there are so many. */
  async function mailTo(email: string, subject: string, count = 1) {
    const mails = () => server.received.filter(({ recipients, ...mail }) => recipients[0] === email && mail.subject === subject)
    await expect.poll(() => mails().length, { timeout: 10_000 }).toBe(count)
    const mail = mails().at(-1)
    if (!mail) throw new Error(`No mail to ${email}`)
    return mail
  }
  const subscribe = (subemail: string, more = {}, at = site) =>
    at.request('POST', '/api/add-subscriber', { body: { subemail, ...more } })
  const press = (link: string, payload = '', headers: Record<string, string> = FORM) =>
    site.request('POST', pathIn(link), { payload, headers })
  const confirmLink = async (email: string, count = 1) => linkIn(await mailTo(email, CONFIRM, count))
  const list = async () => {
    const reply = await site.request('GET', '/api/subscribers?page=1&size=1000', { as: 'admin' })
    return { records: reply.json() as Subscriber[], total: Number(reply.headers[TOTAL_HEADER]) }
  }
  const somebody = () => `somebody${++nth}@example.com`

  return {
    site,
    other,
    stored,
    somebody,
    subscribe,
    /** Presses the button of the page that a link leads to. */
    press,
    mailTo,
    confirmLink,
    list,
    /** Somebody on the list, and the link with which they leave. */
    async confirmed() {
      const email = somebody()
      await subscribe(email)
      expect((await press(await confirmLink(email))).status).toBe(303)
      return { email, leave: linkIn(await mailTo(email, WELCOME)) }
    },
    stateOf: async (email: string) => (await list()).records.find(({ subemail }) => subemail === email)?._state,
    exported: () => site.request('GET', '/api/subscribers.csv', { as: 'admin' }),
    rowOf: (email: string) => stored.main.selectFrom('subscriber').selectAll().where('email', '=', email).executeTakeFirst(),
    /** What was put into the outbox for somebody, in order. */
    async mailsTo(email: string): Promise<string[]> {
      const mails = stored.main.selectFrom('mail_outbox').select('subject').where('recipient', '=', email)
      return (await mails.orderBy('created_at').execute()).map(({ subject }) => subject)
    },
    /** As if so many ms had passed since somebody was mailed a link. */
    later: (email: string, ms: number) =>
      stored.write((tx) =>
        tx
          .updateTable('subscriber')
          .set((eb) => ({ mailed_at: eb('mailed_at', '-', ms), link_ends_at: eb('link_ends_at', '-', ms) }))
          .where('email', '=', email)
          .execute(),
      ),
    async close() {
      await Promise.all([site.close(), other.close(), stored.close()])
      await server.close()
    },
  }
}

/** The address of a link on its own site. */
export function pathIn(link: string): string {
  const { pathname, search } = new URL(link)
  return pathname + search
}
