import { expect } from 'vitest'
import { TOTAL_COUNT_HEADER } from '#contract/core/paging.ts'
import type { Subscriber } from '#contract/inbox/subscribers.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { extractLink, startMailServer } from './mail-server.ts'
import { startApp } from './test-app.ts'

export const SUBSCRIPTION_CONFIRM_SUBJECT = 'Please confirm your subscription'
export const SUBSCRIBER_WELCOME_SUBJECT = 'Your subscription is confirmed'
export const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded' }

/** Starts a site in two processes with a mail server, and returns actions on subscriptions. */
export async function startSubscriptionSite(environment: Record<string, string>) {
  const server = await startMailServer()
  const settings = { ...environment, SMTP_URL: server.url }
  const site = await startApp(settings)
  const other = await startApp(settings)
  const stored = await openDatabase(readConfig(settings))
  let emailCount = 0

  /** Waits until `count` such emails arrived, and returns the last one. */
  async function waitForMail(email: string, subject: string, count = 1) {
    const mails = () => server.received.filter(({ recipients, ...mail }) => recipients[0] === email && mail.subject === subject)
    await expect.poll(() => mails().length).toBe(count)
    const mail = mails().at(-1)
    if (!mail) throw new Error(`No email to ${email}`)
    return mail
  }
  const subscribe = (subemail: string, more = {}, at = site) =>
    at.request('POST', '/api/add-subscriber', { body: { subemail, ...more } })
  const submitLink = (link: string, payload = '', headers: Record<string, string> = FORM_HEADERS) =>
    site.request('POST', toPath(link), { payload, headers })
  const getConfirmLink = async (email: string, count = 1) =>
    extractLink(await waitForMail(email, SUBSCRIPTION_CONFIRM_SUBJECT, count))
  const list = async () => {
    const reply = await site.request('GET', '/api/subscribers?page=1&size=1000', { as: 'admin' })
    return { records: reply.json() as Subscriber[], total: Number(reply.headers[TOTAL_COUNT_HEADER]) }
  }
  const nextEmail = () => `somebody${++emailCount}@example.com`

  return {
    site,
    other,
    stored,
    nextEmail,
    subscribe,
    /** Presses the button of the page that a link opens. */
    submitLink,
    waitForMail,
    getConfirmLink,
    list,
    /** Adds a confirmed subscriber. Returns the email and the unsubscribe link. */
    async addConfirmedSubscriber() {
      const email = nextEmail()
      await subscribe(email)
      expect((await submitLink(await getConfirmLink(email))).status).toBe(303)
      return { email, leave: extractLink(await waitForMail(email, SUBSCRIBER_WELCOME_SUBJECT)) }
    },
    getState: async (email: string) => (await list()).records.find(({ subemail }) => subemail === email)?._state,
    exportCsv: () => site.request('GET', '/api/subscribers.csv', { as: 'admin' }),
    findSubscriberRow: (email: string) =>
      stored.main.selectFrom('subscriber').selectAll().where('email', '=', email).executeTakeFirst(),
    /** Lists the subjects of a recipient's emails in the outbox, oldest first. */
    async listMailSubjects(email: string): Promise<string[]> {
      const mails = stored.main.selectFrom('email_outbox').select('subject').where('recipient', '=', email)
      return (await mails.orderBy('created_at').execute()).map(({ subject }) => subject)
    },
    /** Moves a recipient's email and link `ms` into the past. */
    passTime: (email: string, ms: number) =>
      stored.write((tx) =>
        tx
          .updateTable('subscriber')
          .set((eb) => ({
            confirmation_sent_at: eb('confirmation_sent_at', '-', ms),
            confirmation_expires_at: eb('confirmation_expires_at', '-', ms),
          }))
          .where('email', '=', email)
          .execute(),
      ),
    async close() {
      await Promise.all([site.close(), other.close(), stored.close()])
      await server.close()
    },
  }
}

/** Returns the path and query of a link. */
export function toPath(link: string): string {
  const { pathname, search } = new URL(link)
  return pathname + search
}
