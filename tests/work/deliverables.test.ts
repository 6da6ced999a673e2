import { expect, it } from 'vitest'
import { UPLOAD_FILE_PART } from '#contract/core/endpoint.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { confirmStart } from '../support/order-client.ts'
import { PDF_FILE } from '../support/order-files.ts'
import { startWorkSite } from '../support/site-with-two-customers.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('the deliverables of an order', (database) => {
  const shop = startForSuite(async () => startWorkSite(await database.environment()))

  type Role = Parameters<typeof shop.call>[2]
  const load = async (id: string, as: Role = 'admin') => (await shop.call<OrderWork>('GET', `/order-work/${id}`, as)).reply
  const start = (id: string, startsOn = '2026-12-01') =>
    shop.call<OrderWork>('PUT', `/order-start/${id}`, 'admin', confirmStart(startsOn))
  const change = (id: string, body: object, as: Role = 'admin') => shop.call<Deliverable>('PUT', `/deliverable/${id}`, as, body)
  const answer = (id: string, body: object, as: Role = 'customer') =>
    shop.call<Deliverable>('PUT', `/deliverable-approval/${id}`, as, body)
  const add = (orderId: string, body: object) => shop.call<Deliverable>('POST', `/deliverable/${orderId}`, 'admin', body)
  async function addOne(needsApproval: boolean) {
    const orderId = await shop.placePaidOrder('Basic')
    return (await add(orderId, { title: 'Bio page', needsApproval })).reply.record._id
  }

  it('are copied from the templates of the package, and due once the month starts', async () => {
    const id = await shop.placePaidOrder('Standard')
    const before = await load(id)
    expect(before.deliverables.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Neighborhood page 1 of 2', 'Neighborhood page 2 of 2']),
    )
    expect(before.deliverables.every(({ dueOn, state, isLate }) => dueOn === null && state === 'planned' && !isLate)).toBe(true)
    expect([before.startsOn, before.progress]).toMatchObject([null, { delivered: 0, total: before.deliverables.length }])
    expect(before.steps.map(({ title, from, isDone }) => [title, from, isDone])).toEqual([
      ['Your answers', null, false],
      ['Access', null, false],
      ['Audit', null, false],
      ['The work', null, false],
      ['Report', null, false],
    ])
    const started = (await start(id)).reply.record
    expect(started.deliverables.find(({ title }) => title === 'Site and indexing audit')?.dueOn).toBe('2026-12-10')
    expect(started.deliverables.find(({ title }) => title === 'Monthly report')?.dueOn).toBe('2026-12-30')
    expect(started.steps[2]).toEqual({ title: 'Audit', from: '2026-12-06', to: '2026-12-10', isDone: false })
    expect((await start(id, '2026-12-11')).reply.record.deliverables[0]?.dueOn).toBe('2026-12-20')
  })

  it('make a step of the month done only once they are delivered, also after its days', async () => {
    const id = await shop.placePaidOrder('Basic')
    await start(id, '2026-01-05')
    const isAuditDone = async () => (await load(id, 'customer')).steps.find(({ title }) => title === 'Audit')?.isDone
    const find = async () => (await load(id)).deliverables.find(({ title }) => title === 'Site and indexing audit')?._id ?? ''
    await change(await find(), { state: 'not delivered', reason: 'No access' })
    expect(await isAuditDone()).toBe(false)
    await change(await find(), { state: 'in progress', reason: 'We got access' })
    // A later date leaves the step without deliverables of its own.
    await change(await find(), { dueOn: '2026-01-20' })
    expect(await isAuditDone()).toBe(false)
    await change(await find(), { dueOn: '2026-01-12' })
    await shop.deliverApprovedDraft(await find())
    expect(await isAuditDone()).toBe(true)
  })

  it('are the points of a package without templates, due at the end of the month', async () => {
    const templates = (await shop.call<{ _id: string; templatePackage: string }[]>('GET', '/deliverable-templates', 'admin'))
      .reply
    const ofPremium = templates.filter(({ templatePackage }) => templatePackage === 'Premium')
    for (const { _id } of ofPremium) await shop.call('DELETE', `/content/deliverable-template/${_id}`, 'admin')
    const id = await shop.placePaidOrder('Premium')
    await start(id)
    const { deliverables } = await load(id)
    expect(deliverables.map(({ title }) => title)).toContain('Everything in Standard')
    expect(deliverables.every(({ dueOn, needsApproval }) => dueOn === '2026-12-30' && !needsApproval)).toBe(true)
  })

  it('stay as they are when a template changes, the payment is undone, or the order is paid again', async () => {
    const id = await shop.placePaidOrder('Basic')
    const before = await load(id)
    const templates = (await shop.call<{ _id: string; templateTitle: string }[]>('GET', '/deliverable-templates', 'admin')).reply
    const [first] = templates
    await shop.call('PUT', `/deliverable-template/${first?._id}`, 'admin', { ...first, templateTitle: 'Another audit' })
    await shop.call('PUT', `/order-paid-taken-back/${id}`, 'admin', { reason: 'A mistake' })
    expect((await start(id)).status).toBe(409)
    await shop.pay(id)
    expect(await load(id)).toEqual(before)
    await shop.call('PUT', `/deliverable-template/${first?._id}`, 'admin', { ...first })
  })

  it('aren’t listed as undelivered if the whole order was marked as delivered before work on any part', async () => {
    const id = await shop.placePaidOrder('Basic')
    const openPage = async () => (await shop.site.request('GET', `/my-order/${id}`, { as: 'customer' })).text
    expect(await openPage()).toMatch(/0 of \d+ delivered/)
    await shop.call('PUT', `/order-status/${id}`, 'admin', { orderStatus: 'Delivered' })
    const page = await openPage()
    expect(page).toContain('What you ordered')
    expect(page).not.toMatch(/of \d+ delivered|Planned/)
    const [part] = (await load(id)).deliverables
    await shop.call('PUT', `/order-status/${id}`, 'admin', { orderStatus: 'Pending' })
    expect((await change(part?._id ?? '', { state: 'canceled', reason: 'Not needed' })).status).toBe(200)
    await shop.call('PUT', `/order-status/${id}`, 'admin', { orderStatus: 'Delivered' })
    expect(await openPage()).toContain('Not needed')
  })

  it('can’t be started on the work page of a delivered order', async () => {
    const id = await shop.placePaidOrder('Basic')
    const openWork = async () => (await shop.site.request('GET', `/work/${id}`, { as: 'admin' })).text
    expect(await openWork()).toContain('Start the month')
    await shop.call('PUT', `/order-status/${id}`, 'admin', { orderStatus: 'Delivered' })
    expect(await openWork()).not.toContain('Start the month')
    expect((await start(id)).status).toBe(409)
  })

  it('begin with the payment: before it, the calls answer 404', async () => {
    const id = await shop.placeOrder()
    const calls = [shop.call('GET', `/order-work/${id}`, 'customer'), start(id), add(id, { title: 'A page' })]
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404])
  })

  it('are delivered only with proof, which the customer sees', async () => {
    const id = await addOne(false)
    expect(await change(id, { state: 'delivered' })).toMatchObject({
      status: 400,
      reply: { fields: { proofUrl: expect.any(String) } },
    })
    const { reply } = await change(id, { state: 'delivered', proofUrl: 'https://example.com/bio', proofNote: 'Live' })
    expect(reply.record).toMatchObject({ state: 'delivered', proof: { url: 'https://example.com/bio', note: 'Live' } })
    expect(reply.record.history.map(({ state }) => state)).toEqual(['planned', 'delivered'])
    expect(await change(id, { state: 'in progress' })).toMatchObject({ status: 400 })
    const again = (await change(id, { state: 'in progress', reason: 'A typo' })).reply.record
    expect([again.proof, again.reason]).toEqual([null, 'A typo'])
  })

  it('are on the order’s page with the day of their delivery and a link to the proof', async () => {
    const orderId = await shop.placePaidOrder('Basic')
    const open = async (path: string) => (await shop.site.request('GET', path, { as: 'customer' })).text
    expect(await open(`/my-order/${orderId}`)).not.toContain('How that works')
    await shop.call('PUT', `/order-start/${orderId}`, 'admin', confirmStart('2026-11-02'))
    const [link, note] = (await load(orderId)).deliverables.filter(({ needsApproval }) => !needsApproval)
    await change(link?._id ?? '', { state: 'delivered', proofUrl: 'https://example.com/audit' })
    await change(note?._id ?? '', { state: 'delivered', proofUrl: 'https://example.com/list', proofNote: 'The list' })
    const html = await open(`/my-order/${orderId}`)
    const delivered = [...html.matchAll(/<p>(\w{3} \d+, \d{4}) · <a href="([^"]+)">See what we delivered/g)]
    expect(delivered.map(([, , href]) => href)).toEqual([
      'https://example.com/audit',
      `/my-order/${orderId}/deliverable/${note?._id}`,
    ])
    expect(html).toMatch(/or refund its share\. <a href="\/pricing\/#after-payment">How that works/)
    expect(await open(`/my-order/${orderId}/deliverable/${link?._id}`)).toMatch(/<p>Planned<\/p>.*<p>Delivered<\/p>/s)
  })

  it('are in a log that the customer downloads: day, what, link, file and note, without the admin (P-344)', async () => {
    const orderId = await shop.placePaidOrder('Basic')
    const logPath = `/api/delivery-log/${orderId}`
    const download = async (as: 'customer' | 'admin') =>
      (await shop.site.request('GET', logPath, { as })).text.replace('\ufeff', '').trim().split('\r\n')
    expect(await download('customer')).toEqual(['"Delivered","What","Link","File","Note"'])
    expect((await shop.site.request('GET', `/my-order/${orderId}`, { as: 'customer' })).text).not.toContain(logPath)
    const { _id = '' } = (await add(orderId, { title: '=Bio page' })).reply.record
    await change(_id, { state: 'delivered', proofUrl: 'https://example.com/bio', proofNote: 'Live, "done"' })
    const lines = await download('customer')
    expect(lines[1]).toMatch(/^"\d{4}-\d\d-\d\d","'=Bio page","https:\/\/example\.com\/bio","","Live, ""done"""$/)
    expect(await download('admin')).toEqual(lines)
    expect((await shop.site.request('GET', logPath)).status).toBe(401)
    expect((await shop.site.request('GET', `/my-order/${orderId}`, { as: 'customer' })).text).toContain(logPath)
  })

  it('can show a file of the order as the draft, which the customer sees only then', async () => {
    const orderId = await shop.placePaidOrder('Basic')
    const id = (await add(orderId, { title: 'Bio page', needsApproval: true })).reply.record._id
    const upload = async (order: string) => {
      const body = new FormData()
      body.set(UPLOAD_FILE_PART, new Blob([PDF_FILE], { type: 'application/pdf' }), 'draft.pdf')
      const reply = await shop.site.request('POST', `/api/order-file/${order}`, { as: 'admin', body })
      return (reply.json() as { record: { _id: string } }).record._id
    }
    const [file, foreignFile] = [await upload(orderId), await upload(await shop.placePaidOrder('Basic'))]
    const foreign = await change(id, { state: 'waiting for approval', proofFile: foreignFile })
    expect([foreign.status, Object.keys(foreign.reply.fields ?? {})]).toEqual([400, ['proofFile']])
    expect((await shop.call('GET', `/order-files/${orderId}?page=1`, 'customer')).reply).toEqual([])
    await change(id, { state: 'waiting for approval', proofFile: file })
    const { deliverables } = await load(orderId, 'customer')
    expect(deliverables.at(-1)?.proof).toEqual({ file: { id: file, name: 'draft.pdf' } })
    expect((await shop.site.request('GET', `/api/order-file/${file}`, { as: 'customer' })).status).toBe(200)
  })

  it('with approval are delivered only after the client’s yes to the current draft', async () => {
    const id = await addOne(true)
    const refused = await change(id, { state: 'delivered', proofUrl: 'https://example.com' })
    expect([refused.status, refused.reply.error]).toEqual([
      409,
      'The client must approve the current draft before it is delivered.',
    ])
    const draft = (await change(id, { state: 'waiting for approval', proofUrl: 'https://example.com/draft-1' })).reply.record
    expect([draft.draftNumber, draft._version]).toEqual([1, 2])
    expect(await answer(id, { answer: 'changes', _version: 2 })).toMatchObject({
      status: 400,
      reply: { fields: { comment: expect.any(String) } },
    })
    const wished = (await answer(id, { answer: 'changes', comment: 'Shorter, please', _version: 2 })).reply.record
    expect([wished.state, wished.history.at(-1)?.comment, wished.history.at(-1)?.by]).toEqual([
      'changes requested',
      'Shorter, please',
      'customer',
    ])
    const second = (await change(id, { state: 'waiting for approval', proofUrl: 'https://example.com/draft-2' })).reply.record
    const outdated = await answer(id, { answer: 'approved', _version: 2 })
    expect([outdated.status, outdated.reply.record._version]).toEqual([409, second._version])
    expect((await answer(id, { answer: 'approved' })).status).toBe(400)
    expect((await answer(id, { answer: 'approved', _version: second._version })).reply.record.state).toBe('approved')
    // A newer draft needs a new yes.
    await change(id, { state: 'waiting for approval', proofUrl: 'https://example.com/draft-3' })
    expect((await change(id, { state: 'delivered', proofUrl: 'https://example.com/live' })).status).toBe(409)
    const third = (await change(id, { title: 'Bio page of Rosa' })).reply.record
    expect((await answer(id, { answer: 'approved', _version: third._version })).status).toBe(200)
    const delivered = await change(id, { state: 'delivered', proofUrl: 'https://example.com/live' })
    expect(delivered.reply.record.history.map(({ state, proof }) => [state, proof?.url?.split('/').at(-1)])).toEqual([
      ['planned', undefined],
      ['waiting for approval', 'draft-1'],
      ['changes requested', 'draft-1'],
      ['waiting for approval', 'draft-2'],
      ['approved', 'draft-2'],
      ['waiting for approval', 'draft-3'],
      ['approved', 'draft-3'],
      ['delivered', 'live'],
    ])
  })

  it('show nothing of an earlier draft in a new one, and deliver what was approved', async () => {
    const id = await addOne(true)
    const sendDraft = (texts: object) => change(id, { state: 'waiting for approval', ...texts })
    await sendDraft({ proofUrl: 'https://example.com/draft-1', proofNote: 'The first draft' })
    expect(await sendDraft({ proofUrl: '' })).toMatchObject({ status: 400, reply: { fields: { proofUrl: expect.any(String) } } })
    const { record } = (await sendDraft({ proofNote: 'The second draft' })).reply
    expect([record.draftNumber, record.proof]).toEqual([2, { note: 'The second draft' }])
    await answer(id, { answer: 'approved', _version: record._version })
    const delivered = (await change(id, { state: 'delivered', proofUrl: 'https://example.com/live' })).reply.record
    expect(delivered.proof).toEqual({ url: 'https://example.com/live', note: 'The second draft' })
  })

  it('refuse what the table of steps does not allow, with a sentence and the texts of other steps', async () => {
    const id = await addOne(false)
    expect((await change(id, { state: 'approved' })).reply.error).toBe('“Bio page” is planned. It can’t be approved from here.')
    expect((await change(id, { state: 'waiting for approval', proofNote: 'Draft' })).status).toBe(409)
    expect(await change(id, { proofUrl: 'https://example.com' })).toMatchObject({
      status: 400,
      reply: { fields: { proofUrl: expect.any(String) } },
    })
    expect((await change(id, { state: 'waiting for client' })).status).toBe(400)
    const waiting = (await change(id, { state: 'waiting for client', waitingFor: 'Your logo' })).reply.record
    expect([waiting.waitingFor, waiting.history.at(-1)?.comment]).toEqual(['Your logo', 'Your logo'])
    expect((await change(id, { needsApproval: true })).status).toBe(409)
    expect((await change(id, { state: 'planned', _version: 1 })).status).toBe(409)
    expect((await change(id, { dueOn: '2026-12-24' })).reply.error).toBe('Start the month first. Until then nothing is due.')
  })

  it('have drafts whose approval the client can take back until the team goes on', async () => {
    const orderId = await shop.placePaidOrder('Standard')
    const id = (await load(orderId)).deliverables.find(({ title }) => title === 'Neighborhood page 2 of 2')?._id ?? ''
    const answer = async (kind: string) => {
      const { _version } = (await load(orderId)).deliverables.find(({ _id }) => _id === id) as Deliverable
      return shop.call<Deliverable>('PUT', `/deliverable-approval/${id}`, 'customer', { answer: kind, _version })
    }
    await change(id, { state: 'waiting for approval', proofNote: 'The first draft' })
    await change(id, { state: 'waiting for approval', proofNote: 'The second draft' })
    await answer('approved')
    const back = await answer('taken back')
    expect(back.status).toBe(200)
    expect(back.reply.record).toMatchObject({
      state: 'waiting for approval',
      draftNumber: 2,
      proof: { note: 'The second draft' },
    })
    expect((await change(id, { state: 'delivered' })).status).toBe(409)
    const otherPage = (await load(orderId)).deliverables.find(({ title }) => title === 'Neighborhood page 1 of 2')
    expect(otherPage).toMatchObject({ state: 'planned', draftNumber: 0 })
    // Earlier drafts stay readable for both sides.
    for (const [path, as] of [
      [`/my-order/${orderId}/deliverable/${id}`, 'customer'],
      [`/work/${orderId}/deliverable/${id}`, 'admin'],
    ] as const) {
      const { text } = await shop.site.request('GET', path, { as })
      expect(text).toContain('The first draft')
      expect(text).toMatch(/took back your approval|Approval taken back/)
    }
    await answer('approved')
    await change(id, { state: 'delivered' })
    const late = await answer('taken back')
    expect([late.status, late.reply.error]).toEqual([409, expect.stringContaining('our work has gone on since')])
  })

  it('ask the client to decide before a draft is approved with a typed comment', async () => {
    const orderId = await shop.placePaidOrder('Standard')
    const { deliverables } = await load(orderId)
    const id = deliverables.find(({ needsApproval }) => needsApproval)?._id ?? ''
    const { _version } = (await change(id, { state: 'waiting for approval', proofNote: 'A draft' })).reply.record
    const path = `/my-order/${orderId}/deliverable/${id}`
    const post = (value: string) =>
      shop.site.request('POST', path, {
        as: 'customer',
        form: { answer: value, comment: 'A new phone', _version: String(_version) },
      })
    const loadState = async () => (await load(orderId)).deliverables.find((one) => one._id === id)
    const asked = await post('approved')
    expect(asked.status).toBe(400)
    expect(asked.text).toMatch(
      /Do you approve the draft without changes.*>A new phone<.*Approve without changes.*Change it first/s,
    )
    expect((await loadState())?.state).toBe('waiting for approval')
    expect((await post('approved with a comment')).status).toBe(303)
    expect((await loadState())?.state).toBe('approved')
    expect((await loadState())?.history.at(-1)?.comment).toBe('A new phone')
  })

  it('count without the canceled ones, and keep a due date that an admin chose', async () => {
    const id = await shop.placePaidOrder('Basic')
    await start(id)
    const { deliverables } = await load(id)
    const [second, , third] = deliverables
    const first = deliverables.find(({ needsApproval }) => !needsApproval && third !== undefined)
    await change(first?._id ?? '', { state: 'delivered', proofNote: 'Sent by email' })
    await change(second?._id ?? '', { state: 'canceled', reason: 'Not wanted' })
    await change(third?._id ?? '', { dueOn: '2026-12-24' })
    await start(id, '2026-12-02')
    const after = await load(id)
    expect(after.progress).toMatchObject({ delivered: 1, total: deliverables.length - 1 })
    expect(after.deliverables.find(({ _id }) => _id === third?._id)?.dueOn).toBe('2026-12-24')
    const added = (await add(id, { title: 'Extra' })).reply.record
    expect([added.dueOn, added.state]).toEqual(['2026-12-31', 'planned'])
  })

  it('tell customers nothing about who does the work, and strangers nothing at all', async () => {
    const orderId = await shop.placePaidOrder('Basic')
    const [first] = (await load(orderId)).deliverables
    const id = first?._id ?? ''
    expect((await change(id, { assignee: 'nobody@example.com' })).status).toBe(400)
    const assigned = (await change(id, { assignee: 'Other-Admin@example.com' })).reply.record
    expect([assigned.assignee, assigned._version]).toEqual(['other-admin@example.com', 1])
    await change(id, { state: 'in progress' })
    expect(JSON.stringify(await load(orderId, 'customer'))).not.toMatch(/other-admin|owner@|assignee|actor/)
    expect(JSON.stringify(await load(orderId, 'admin'))).toMatch(/other-admin.*|owner@/)
    const strange = [
      await shop.call('GET', `/order-work/${orderId}`, 'stranger'),
      await answer(id, { answer: 'approved', _version: 2 }, 'stranger'),
    ]
    expect(strange.map(({ status }) => status)).toEqual([404, 404])
    const unknown = await answer('00000000-0000-4000-8000-000000000000', { answer: 'approved', _version: 2 }, 'stranger')
    expect(strange[1]?.reply.error).toBe(unknown.reply.error)
    expect((await answer(id, { answer: 'approved', _version: 2 }, 'admin')).status).toBe(403)
    expect((await change(id, { state: 'planned' }, 'customer')).status).toBe(403)
  })
})
