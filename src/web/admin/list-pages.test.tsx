import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, RouterContextProvider, StaticRouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { ApiCall } from '../../contract/core/endpoint.ts'
import { UserError } from '../../contract/core/user-error.ts'
import type { Message } from '../../contract/inbox/messages.ts'
import { adminRoutes } from '../routes.tsx'
import { visitContext } from '../visit-context.ts'

const message: Message = {
  _id: 'm1',
  name: 'Ann Lee',
  email: 'ann@example.com',
  number: '+1 202-555-0142',
  subject: 'Prices',
  message: 'One\n<b>two</b>',
  messageStatus: 'UnRead',
  _place: 'inbox',
  _receivedAt: Date.UTC(2026, 10, 21, 9, 5),
}
const nothing = { records: [], total: 0 }
const alone = { '/next-unread/:id': { next: null } }
const totals = { inbox: { UnRead: 120, Read: 7 }, archive: { UnRead: 0, Read: 9 }, spam: { UnRead: 4, Read: 0 } }

test('unread and read messages are two tables of three, each with its own page of the address', async () => {
  const asked: unknown[] = []
  const html = await page('/all-messages?unread=2&read=3&search=two%20words&place=archive', {
    '/messages': ({ query }) => {
      asked.push(query)
      return { records: [{ ...message, messageStatus: query.messageStatus }], total: 7 }
    },
  })
  const shared = { size: 3, place: 'archive', search: 'two words' }
  expect(asked).toEqual([
    { page: 2, messageStatus: 'UnRead', ...shared },
    { page: 3, messageStatus: 'Read', ...shared },
  ])
  expect(html).toMatch(/<h2[^>]*>Unread messages<\/h2>/)
  expect(html).toMatch(/<h2[^>]*>Read messages<\/h2>/)
  expect(html.match(/href="\/view\/m1"[^>]*>View Message</g)).toHaveLength(2)
  expect(html).toContain('<time dateTime="2026-11-21T09:05:00.000Z"')
  const here = '/all-messages?place=archive&amp;search=two+words'
  expect(html).toContain(`href="${here}&amp;unread=3&amp;read=3"`)
  expect(html).toContain(`href="${here}&amp;read=3"`)
  expect(html).toContain(`href="${here}&amp;unread=2&amp;read=2"`)
  expect(html).toContain('value="two words"')
  expect(html).toMatch(/href="\/all-messages\?place=spam&amp;search=two\+words"[^>]*>Spam/)
})

test('twenty to a table are a choice that the address keeps, from place to place, in a search and from page to page', async () => {
  const asked: unknown[] = []
  const html = await page('/all-messages?size=20&search=roof', {
    '/messages': ({ query }) => {
      asked.push(query.size)
      return { records: [message], total: 50 }
    },
  })
  expect(asked).toEqual([20, 20])
  expect(html).toContain('href="/all-messages?search=roof&amp;size=20&amp;unread=2"')
  expect(html).toContain('href="/all-messages?place=archive&amp;search=roof&amp;size=20"')
  expect(html).toContain('<input type="hidden" name="size" value="20"/>')
  expect(html).toMatch(/href="\/all-messages\?search=roof"[^>]*>3<span[^>]*> in a table/)
})

test('each place says how many messages lie there, and the button of the menu how many are unread', async () => {
  const html = await page('/all-messages', { '/messages': nothing, '/message-totals': totals })
  const places = [...html.matchAll(/>(Inbox|Archive|Spam)<span[^>]*>(\d+)</g)].map(([, name, count]) => [name, count])
  expect(places).toEqual([
    ['Inbox', '127'],
    ['Archive', '9'],
    ['Spam', '4'],
  ])
  expect(html).toMatch(/<summary[^>]*>.*Menu<\/span>.*99\+<span[^>]*> unread<.*<\/summary>/)
})

test('a row does one thing with its message, the buttons above with all that are ticked', async () => {
  const html = await page('/all-messages', { '/messages': { records: [message], total: 1 } })
  const values = [...html.matchAll(/<button[^>]*name="act"[^>]*>/g)].map(([button]) => /value="([^"]+)"/.exec(button)?.[1])
  // The test's call answers the same unread message for both tables.
  expect(values.slice(0, 5)).toEqual(['Read', 'archive', 'spam', 'Read m1', 'spam m1'])
  const sent: unknown[] = []
  const replies = {
    '/messages': nothing,
    'PUT /messages': ({ body }: Input) => {
      sent.push(body)
      return { message: '2 messages are read.', records: [] }
    },
  }
  const post = (form: Record<string, string>) => page('/all-messages', replies, { _form: 'unread', ...form })
  await post({ act: 'Read m1', 'tick m2': 'on' })
  await post({ act: 'spam', 'tick m1': 'on', 'tick m2': 'on' })
  expect(sent).toEqual([
    { ids: ['m1'], messageStatus: 'Read' },
    { ids: ['m1', 'm2'], place: 'spam' },
  ])
  expect(await post({ act: 'Read' })).toContain('<title>Error: Messages')
})

test('Previous leads nowhere on the first page, Next nowhere on the last', async () => {
  const messages = { records: [message], total: 7 }
  const dead = (words: string) => new RegExp(`<a role="link" tabindex="-1" aria-disabled="true">${words}</a>`, 'gi')
  const first = await page('/all-messages', { '/messages': messages })
  expect([first.match(dead('Previous'))?.length, first.match(dead('Next'))]).toEqual([2, null])
  const last = await page('/all-messages?unread=3&read=99', { '/messages': messages })
  expect([last.match(dead('Previous')), last.match(dead('Next'))?.length]).toEqual([null, 2])
  expect(last).toContain('7 of 7')
})

test('an empty inbox says so; an unsuccessful search leads to the other places', async () => {
  expect(await page('/all-messages', { '/messages': nothing })).toContain('No unread messages.')
  const html = await page('/all-messages?search=roof', { '/messages': nothing })
  expect(html).toContain('Nothing unread matches “roof” here.')
  expect(html).toContain('href="/all-messages?place=archive&amp;search=roof"')
})

test('a search that has not looked at all messages says so, and leads further back and to the newest again', async () => {
  const older = `1700000000000.${'0'.repeat(36)}`
  const asked: unknown[] = []
  const replies: Replies = {
    '/messages': ({ query }) => {
      asked.push(query.before)
      return query.messageStatus === 'Read' ? nothing : { records: [message], total: 4, older }
    },
  }
  const html = await page('/all-messages?search=roof&unread=2&read=2', replies)
  expect(html.match(/There are older messages than were looked through/g)).toHaveLength(1)
  const further = `/all-messages?search=roof&amp;read=2&amp;unreadBefore=${older}`
  expect(html).toMatch(new RegExp(`href="${further.replaceAll('?', '\\?')}"[^>]*>Look further back<`))
  expect(html).not.toContain('Search the newest')
  asked.length = 0
  const back = await page(`/all-messages?search=roof&unreadBefore=${older}&readBefore=1%20or%201`, replies)
  expect(asked).toEqual([older, undefined])
  expect(back).toMatch(/href="\/all-messages\?search=roof"[^>]*>Search the newest</)
})

test('one list that cannot be read says why and offers to try again; the other is shown', async () => {
  const html = await page('/all-messages?read=2', {
    '/messages': ({ query }) => {
      if (query.messageStatus === 'Read') throw new UserError(503, 'Not now.')
      return { records: [message], total: 1 }
    },
  })
  expect(html).toMatch(/role="alert"[^>]*><p>Not now\.<\/p><a[^>]*href="\/all-messages\?read=2"[^>]*>Try again</)
  expect(html).toContain('Ann Lee')
})

test('what is unread and what is held up is counted in the sidebar; nothing is counted where it cannot be read', async () => {
  const counted = await page('/all-messages', {
    '/messages': { records: [message], total: 120 },
    '/message-totals': totals,
    '/mail-problems': { records: [], total: 2 },
  })
  expect(counted).toMatch(/Messages<span[^>]*><span[^>]*>, <\/span>99\+<span[^>]*> unread</)
  expect(counted).toContain('2 mails could not be delivered yet.')
  expect(counted).toMatch(/href="\/undelivered-mail"[^>]*class="sidebar-link"|class="sidebar-link"[^>]*href="\/undelivered-mail"/)
  const uncounted = await page('/all-subscriber', { '/subscribers': nothing })
  expect(uncounted).toContain('Nobody has subscribed yet.')
  expect(uncounted).not.toContain('unread')
  expect(uncounted).not.toContain('/undelivered-mail')
})

test('a message is shown as text, with the ways to answer', async () => {
  const html = await page('/view/m1', { ...alone, '/message/:id': message })
  expect(html).toContain('One\n&lt;b&gt;two&lt;/b&gt;')
  expect(html).toContain('href="tel:+12025550142"')
  expect(html).toContain('href="mailto:ann@example.com?subject=Re%3A%20Prices&amp;body=')
  expect(html).toMatch(/href="\/all-messages"[^>]*aria-current="true"|aria-current="true"[^>]*href="\/all-messages"/)
  const bare = await page('/view/m1', {
    ...alone,
    '/message/:id': { ...message, name: '', email: '', number: '', subject: '', message: '' },
  })
  expect(bare).toContain('Message from No name given')
  expect(bare.match(/Not given/g)).toHaveLength(4)
  expect(bare).not.toMatch(/mailto:|tel:/)
})

test('the unread message after it is one link away', async () => {
  const html = await page('/view/m1', {
    '/message/:id': { ...message, messageStatus: 'Read' },
    '/next-unread/:id': { next: { ...message, _id: 'm2', name: 'Bo Lee' } },
  })
  expect(html).toMatch(/<a[^>]*href="\/view\/m2"[^>]*>Next unread<span[^>]*>, from Bo Lee</)
})

test.each([
  [{}, ['Mark Read', 'Archive', 'Mark as spam']],
  [{ messageStatus: 'Read' }, ['Mark unread', 'Archive', 'Mark as spam']],
  [{ _place: 'archive' }, ['Mark Read', 'Move to inbox', 'Mark as spam']],
  [{ _place: 'spam', messageStatus: 'Read' }, ['Mark unread', 'Not spam']],
] as const)('a message that is %o offers %o', async (state, offered) => {
  const html = await page('/view/m1', { ...alone, '/message/:id': { ...message, ...state } })
  const buttons = [...html.matchAll(/<button type="submit"[^>]*name="act"[^>]*>([^<]+)</g)].map(([, words]) => words)
  expect(buttons).toEqual(offered)
})

test('a plain post does what its button says and shows the text of the reply', async () => {
  const sent: unknown[] = []
  const reply = ({ body, params }: Input) => {
    sent.push({ ...params, ...body })
    return { message: 'Message is Read', record: message }
  }
  const replies = { ...alone, '/message/:id': message, 'PUT /message/:id': reply, 'PUT /message-place/:id': reply }
  for (const act of ['Read', 'UnRead', 'spam']) {
    expect(await page('/view/m1', replies, { _form: 'message', act })).toMatch(/role="status"[^>]*>.*Message is Read/)
  }
  expect(sent).toEqual([
    { id: 'm1', messageStatus: 'Read' },
    { id: 'm1', messageStatus: 'UnRead' },
    { id: 'm1', place: 'spam' },
  ])
  const refused = await page('/view/m1', replies, { _form: 'message', act: 'burn' })
  expect(refused).toMatch(/role="alert"[^>]*>The form does not say what is to be done/)
  expect(refused).toContain('<title>Error: Message from Ann Lee')
})

test('subscribers are numbered on across pages, and who has not confirmed is marked', async () => {
  const subscriber = (_id: string, _state: string) => ({ _id, subemail: `${_id}@example.com`, _state, _since: 0 })
  const html = await page('/all-subscriber?page=2', {
    '/subscribers': { records: [subscriber('a', 'confirmed'), subscriber('b', 'pending')], total: 7 },
  })
  const heads = [...html.matchAll(/<th role="columnheader"[^>]*>([^<]+)</g)].map(([, head]) => head)
  expect(heads).toEqual(['Sl No.', 'Email'])
  expect(html).toMatch(/<td[^>]*>6<\/td><th[^>]*><span[^>]*>a@example.com<\/span>/)
  expect(html).toMatch(/<td[^>]*>7<\/td><th[^>]*><span[^>]*>b@example.com<span[^>]*>Waiting for confirmation/)
  expect(html).toMatch(/href="\/api\/subscribers\.csv"[^>]*download/)
  expect(html).toContain('6 to 7 of 7')
})

test('undelivered mail says what went wrong and when it is tried again; a plain post tries at once', async () => {
  const mail = { _id: 'p1', to: 'ann@example.com', subject: 'Hello', attempts: 3, error: '550 No <such> user', nextAttemptAt: 0 }
  const replies = {
    '/mail-problems': { records: [mail, { ...mail, _id: 'p2', nextAttemptAt: null }], total: 2 },
    'PUT /mail-problems/:id': ({ params }: Input) => ({ message: `Tried ${params.id}`, record: mail }),
  }
  const html = await page('/undelivered-mail', replies)
  expect(html).toContain('550 No &lt;such&gt; user')
  expect(html).toContain('Dec 31, 1969, 7:00 PM')
  expect(html).toContain('Given up')
  expect(await page('/undelivered-mail', replies, { _form: 'mail', mail: 'p2' })).toMatch(/role="status"[^>]*>.*Tried p2/)
})

type Input = { query: Record<string, unknown>; params: Record<string, string>; body: object }
type Replies = Record<string, object | ((input: Input) => object)>

/** The page's HTML for an admin, its data answered from `replies` by the path of the call; with `post` after a plain form. */
async function page(path: string, replies: Replies, post?: Record<string, string>) {
  const call = (async ({ method, path: called }: { method: string; path: string }, input: Input) => {
    const reply = replies[method === 'GET' ? called : `${method} ${called}`]
    if (reply === undefined) throw new UserError(404, 'There is no such record.')
    return typeof reply === 'function' ? reply(input) : reply
  }) as unknown as ApiCall
  const { query, dataRoutes } = createStaticHandler(adminRoutes)
  const request = new Request(`http://test${path}`, post && { method: 'POST', body: new URLSearchParams(post) })
  const viewer = { kind: 'admin', email: 'ada@example.com' } as const
  const requestContext = new RouterContextProvider(new Map([[visitContext, { call, viewer, origin: 'http://test' }]]))
  const context = await query(request, { requestContext })
  if (context instanceof Response) throw new Error(`Answered ${context.status}`)
  return renderToStaticMarkup(
    <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />,
  )
}
