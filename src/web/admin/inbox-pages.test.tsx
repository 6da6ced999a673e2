import { expect, test } from 'vitest'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { Message } from '#contract/inbox/messages.ts'
import { sendAdminForm } from '#tests/support/admin-page-action.ts'
import { renderRoutes } from '#tests/support/render-routes.ts'
import { adminViewerRoutes } from '../routes.tsx'

const message: Message = {
  _id: 'm1',
  name: 'Ann Lee',
  email: 'ann@example.com',
  number: '+1 202-555-0142',
  subject: 'Prices',
  siteUrl: 'example.com',
  zipCodes: '62701',
  message: 'One\n<b>two</b>',
  messageStatus: 'UnRead',
  _place: 'inbox',
  _spamReason: null,
  _receivedAt: Date.UTC(2026, 10, 21, 9, 5),
}
const emptyList = { records: [], total: 0 }
const noNextUnread = { '/next-unread/:id': { next: null } }
const totals = { inbox: { UnRead: 120, Read: 7 }, archive: { UnRead: 0, Read: 9 }, spam: { UnRead: 4, Read: 0 } }

test('unread and read messages are two tables of three, each with its own page number in the URL', async () => {
  const queries: unknown[] = []
  const html = await page('/all-messages?unread=2&read=3&search=two%20words&place=archive', {
    '/messages': ({ query }) => {
      queries.push(query)
      return { records: [{ ...message, messageStatus: query.messageStatus }], total: 7 }
    },
  })
  const shared = { size: 3, place: 'archive', search: 'two words' }
  expect(queries).toEqual([
    { page: 2, messageStatus: 'UnRead', ...shared },
    { page: 3, messageStatus: 'Read', ...shared },
  ])
  expect(html).toMatch(/<h2[^>]*>Unread messages<\/h2>/)
  expect(html).toMatch(/<h2[^>]*>Read messages<\/h2>/)
  expect(html.match(/href="\/view\/m1"[^>]*>View Message</g)).toHaveLength(2)
  expect(html).toContain('<time dateTime="2026-11-21T09:05:00.000Z"')
  const url = '/all-messages?place=archive&amp;search=two+words'
  expect(html).toContain(`href="${url}&amp;unread=3&amp;read=3"`)
  expect(html).toContain(`href="${url}&amp;read=3"`)
  expect(html).toContain(`href="${url}&amp;unread=2&amp;read=2"`)
  expect(html).toContain('value="two words"')
  expect(html).toMatch(/href="\/all-messages\?place=spam&amp;search=two\+words"[^>]*>Spam/)
})

test('the URL keeps the choice of 20 messages per table across folders, searches and pages', async () => {
  const sizes: unknown[] = []
  const html = await page('/all-messages?size=20&search=roof', {
    '/messages': ({ query }) => {
      sizes.push(query.size)
      return { records: [message], total: 50 }
    },
  })
  expect(sizes).toEqual([20, 20])
  expect(html).toContain('href="/all-messages?search=roof&amp;size=20&amp;unread=2"')
  expect(html).toContain('href="/all-messages?place=archive&amp;search=roof&amp;size=20"')
  expect(html).toContain('<input type="hidden" name="size" value="20"/>')
  expect(html).toMatch(/href="\/all-messages\?search=roof"[^>]*>3<span[^>]*> per table/)
})

test('each folder shows its number of messages, and the menu button shows the unread ones', async () => {
  const html = await page('/all-messages', { '/messages': emptyList, '/message-totals': totals })
  const folders = [...html.matchAll(/>(Inbox|Archive|Spam)<span[^>]*>(\d+)</g)].map(([, name, count]) => [name, count])
  expect(folders).toEqual([
    ['Inbox', '127'],
    ['Archive', '9'],
    ['Spam', '4'],
  ])
  expect(html).toMatch(/<summary[^>]*>.*Menu<\/span>.*99\+<span[^>]*> unread<.*<\/summary>/)
})

test('a row’s button changes its message, and the buttons above change all selected messages', async () => {
  const html = await page('/all-messages', { '/messages': { records: [message], total: 1 } })
  const values = [...html.matchAll(/<button[^>]*name="act"[^>]*>/g)].map(([button]) => /value="([^"]+)"/.exec(button)?.[1])
  // The test's call answers the same unread message for both tables.
  expect(values.slice(0, 5)).toEqual(['Read', 'archive', 'spam', 'Read m1', 'spam m1'])
  const sent: unknown[] = []
  const replies = {
    '/messages': emptyList,
    'PUT /messages': ({ body }: Input) => {
      sent.push(body)
      return { message: '2 messages are read.', records: [] }
    },
  }
  const post = (form: Record<string, string>) => sendAdminForm(createCall(replies), '/all-messages', { _form: 'unread', ...form })
  await post({ act: 'Read m1', 'select m2': 'on' })
  await post({ act: 'spam', 'select m1': 'on', 'select m2': 'on' })
  expect(sent).toEqual([
    { ids: ['m1'], messageStatus: 'Read' },
    { ids: ['m1', 'm2'], place: 'spam' },
  ])
  expect(await post({ act: 'Read' })).toMatchObject({ error: 'Select one or more messages first.' })
})

test('an empty inbox says so, and an unsuccessful search links the other folders', async () => {
  expect(await page('/all-messages', { '/messages': emptyList })).toContain('No unread messages.')
  const html = await page('/all-messages?search=roof', { '/messages': emptyList })
  expect(html).toContain('Nothing unread matches “roof” here.')
  expect(html).toContain('href="/all-messages?place=archive&amp;search=roof"')
})

test('an incomplete search says so and links older messages, which link back to the newest', async () => {
  const older = `1700000000000.${'0'.repeat(36)}`
  const cursors: unknown[] = []
  const replies: Replies = {
    '/messages': ({ query }) => {
      cursors.push(query.before)
      return query.messageStatus === 'Read' ? emptyList : { records: [message], total: 4, older }
    },
  }
  const html = await page('/all-messages?search=roof&unread=2&read=2', replies)
  expect(html.match(/There are older messages that we haven’t searched/g)).toHaveLength(1)
  const olderUrl = `/all-messages?search=roof&amp;read=2&amp;unreadBefore=${older}`
  expect(html).toMatch(new RegExp(`href="${olderUrl.replaceAll('?', '\\?')}"[^>]*>Search older messages<`))
  expect(html).not.toContain('Search the newest')
  cursors.length = 0
  const olderHtml = await page(`/all-messages?search=roof&unreadBefore=${older}&readBefore=1%20or%201`, replies)
  expect(cursors).toEqual([older, undefined])
  expect(olderHtml).toMatch(/href="\/all-messages\?search=roof"[^>]*>Search the newest</)
})

test('a failed list says why and offers Try again, while the other list shows', async () => {
  const html = await page('/all-messages?read=2', {
    '/messages': ({ query }) => {
      if (query.messageStatus === 'Read') throw new UserError(503, 'Not now.')
      return { records: [message], total: 1 }
    },
  })
  expect(html).toMatch(/role="alert"[^>]*><p>Not now\.<\/p><a[^>]*href="\/all-messages\?read=2"[^>]*>Try again</)
  expect(html).toContain('Ann Lee')
})

test('the sidebar counts unread messages and undelivered emails, and shows no count that failed to load', async () => {
  const html = await page('/all-messages', {
    '/messages': { records: [message], total: 120 },
    '/message-totals': totals,
    '/mail-problems': { records: [], total: 2 },
  })
  expect(html).toMatch(/Messages<span[^>]*><span[^>]*>, <\/span>99\+<span[^>]*> unread</)
  expect(html).toContain('2 emails couldn’t be delivered yet.')
  expect(html).toMatch(/href="\/undelivered-mail"[^>]*>See why</)
  expect(html).toMatch(/Undelivered email<span[^>]*><span[^>]*>, <\/span>2<span[^>]*> not delivered</)
  expect(html).toMatch(/href="\/undelivered-mail"[^>]*class="sidebar-link"|class="sidebar-link"[^>]*href="\/undelivered-mail"/)
  const htmlWithoutCounts = await page('/all-subscriber', { '/subscribers': emptyList })
  expect(htmlWithoutCounts).toContain('No subscribers yet.')
  expect(htmlWithoutCounts).not.toContain('unread')
  expect(htmlWithoutCounts).not.toContain('/undelivered-mail')
})

test('a message shows as text, with links to call and to reply', async () => {
  const html = await page('/view/m1', { ...noNextUnread, '/message/:id': message })
  expect(html).toContain('One\n&lt;b&gt;two&lt;/b&gt;')
  expect(html).toContain('href="tel:+12025550142"')
  expect(html).toContain('href="mailto:ann@example.com?subject=Re%3A%20Prices&amp;body=')
  expect(html).toMatch(/href="\/all-messages"[^>]*aria-current="true"|aria-current="true"[^>]*href="\/all-messages"/)
  const emptyHtml = await page('/view/m1', {
    ...noNextUnread,
    '/message/:id': { ...message, name: '', email: '', number: '', subject: '', message: '' },
  })
  expect(emptyHtml).toContain('Message from No name given')
  expect(emptyHtml.match(/Not given/g)).toHaveLength(4)
  expect(emptyHtml).not.toMatch(/mailto:|tel:/)
})

test('a message links the next unread one', async () => {
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
] as const)('a message that is %o offers %o', async (state, expectedLabels) => {
  const html = await page('/view/m1', { ...noNextUnread, '/message/:id': { ...message, ...state } })
  const labels = [...html.matchAll(/<button type="submit"[^>]*name="act"[^>]*>([^<]+)</g)].map(([, label]) => label)
  expect(labels).toEqual(expectedLabels)
})

test('a form applies its button’s action and answers with the text of the reply', async () => {
  const sent: unknown[] = []
  const reply = ({ body, params }: Input) => {
    sent.push({ ...params, ...body })
    return { message: 'Message is Read', record: message, records: [message] }
  }
  const replies = { ...noNextUnread, '/message/:id': message, 'PUT /message/:id': reply, 'PUT /messages': reply }
  for (const act of ['Read', 'UnRead', 'spam']) {
    expect(await sendAdminForm(createCall(replies), '/view/m1', { _form: 'message', act })).toMatchObject({
      notice: 'Message is Read',
    })
  }
  expect(sent).toEqual([
    { id: 'm1', messageStatus: 'Read' },
    { id: 'm1', messageStatus: 'UnRead' },
    { ids: ['m1'], place: 'spam' },
  ])
  const refusal = { error: 'Choose what to do with the message.' }
  expect(await sendAdminForm(createCall(replies), '/view/m1', { _form: 'message', act: 'burn' })).toMatchObject(refusal)
})

test('the numbering of subscribers continues across pages, and unconfirmed ones are marked', async () => {
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

test('an undelivered email shows its error and its next attempt, and its button retries it', async () => {
  const email = { _id: 'p1', to: 'ann@example.com', subject: 'Hello', attempts: 3, error: '550 No <such> user', nextAttemptAt: 0 }
  const replies = {
    '/mail-problems': { records: [email, { ...email, _id: 'p2', nextAttemptAt: null }], total: 2 },
    'PUT /mail-problems/:id': ({ params }: Input) => ({ message: `Tried ${params.id}`, record: email }),
  }
  const html = await page('/undelivered-mail', replies)
  expect(html).toContain('550 No &lt;such&gt; user')
  expect(html).toContain('Dec 31, 1969, 7:00 PM')
  expect(html).toContain('We stopped trying')
  expect(await sendAdminForm(createCall(replies), '/undelivered-mail', { _form: 'mail', mail: 'p2' })).toMatchObject({
    notice: 'Tried p2',
  })
  expect(await page('/undelivered-mail', { '/mail-problems': emptyList })).toContain('No emails are waiting.')
})

type Input = { query: Record<string, unknown>; params: Record<string, string>; body: object }
type Replies = Record<string, object | ((input: Input) => object)>

const viewer = { kind: 'admin', email: 'ada@example.com', userId: 'ada' } as const

/** Renders a page for an admin. `replies` answers its calls by path. */
async function page(path: string, replies: Replies) {
  return renderRoutes(adminViewerRoutes, new Request(`http://test${path}`), {
    call: createCall(replies),
    viewer,
    origin: 'http://test',
  })
}

function createCall(replies: Replies): ApiCallFunction {
  return (async ({ method, path: callPath }: { method: string; path: string }, input: Input) => {
    const reply = replies[method === 'GET' ? callPath : `${method} ${callPath}`]
    if (reply === undefined) throw new UserError(404, 'This doesn’t exist anymore.')
    return typeof reply === 'function' ? reply(input) : reply
  }) as unknown as ApiCallFunction
}
