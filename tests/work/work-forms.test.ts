import { expect, it } from 'vitest'
import type { OrderWork } from '#contract/work/order-work.ts'
import { createAdminCall, sendAdminForm } from '../support/admin-page-action.ts'
import { confirmStart } from '../support/order-client.ts'
import { startWorkSite } from '../support/site-with-two-customers.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

describeOnSqlite('the forms of the team’s work pages', (database) => {
  const shop = startForSuite(async () => startWorkSite(await database.environment()))

  const loadWork = async (id: string) => (await shop.call<OrderWork>('GET', `/order-work/${id}`, 'admin')).reply
  const open = async (path: string) => (await shop.site.request('GET', path, { as: 'admin' })).text
  const send = (path: string, fields: Record<string, string>) => sendAdminForm(createAdminCall(shop.site), path, fields)

  /** Reads the hidden fields of the form that edits a deliverable. */
  function readHiddenFields(html: string): Record<string, string> {
    const [form = ''] = /<form[^>]*>(?:(?!<\/form>).)*name="shown-title".*?<\/form>/s.exec(html) ?? []
    const inputs = form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
    return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]))
  }

  it('save what an admin edited, and keep what another admin changed since', async () => {
    const orderId = await shop.placePaidOrder('Basic')
    await shop.call('PUT', `/order-start/${orderId}`, 'admin', confirmStart('2026-12-01'))
    const [first] = (await loadWork(orderId)).deliverables
    const id = first?._id ?? ''
    const path = `/work/${orderId}/deliverable/${id}`
    const hidden = readHiddenFields(await open(path))
    const shown = {
      title: hidden['shown-title'] ?? '',
      details: hidden['shown-details'] ?? '',
      dueOn: hidden['shown-dueOn'] ?? '',
      needsApproval: hidden['shown-needsApproval'] ?? '',
      assignee: hidden['shown-assignee'] ?? '',
      weight: hidden['shown-weight'] ?? '',
    }
    expect([shown.title, shown.dueOn]).toEqual([first?.title, first?.dueOn])

    // These raise no version.
    await shop.call('PUT', `/deliverable/${id}`, 'admin', { assignee: 'other-admin@example.com', weight: 7 })
    await shop.call('PUT', `/order-start/${orderId}`, 'admin', confirmStart('2026-12-03'))
    const moved = (await loadWork(orderId)).deliverables[0]
    expect(moved?.dueOn).not.toBe(first?.dueOn)
    const edited = { ...hidden, ...shown, _form: 'edit', title: 'A new title' }
    expect(await send(path, { ...edited, details: 'x'.repeat(5_001) })).toMatchObject({ fields: { details: expect.anything() } })
    expect((await send(path, edited)).error).toBe(undefined)
    const saved = (await loadWork(orderId)).deliverables[0]
    expect(saved).toMatchObject({ title: 'A new title', assignee: 'other-admin@example.com', weight: 7, dueOn: moved?.dueOn })
  })

  it('move the start of a month until the order is delivered', async () => {
    const id = await shop.placePaidOrder('Basic')
    const path = `/work/${id}`
    expect(await open(path)).not.toContain('Move the start date')
    expect((await send(path, { _form: 'start', startsOn: '2090-12-01' })).notice).toContain('The month has started')
    expect(await open(path)).toMatch(/Move the start date.*name="startsOn"[^>]*value="2090-12-01"/s)
    expect((await send(path, { _form: 'start', startsOn: '2090-12-08' })).notice).toContain('The start date has moved')
    const { startsOn, deliverables } = await loadWork(id)
    expect([startsOn, deliverables.at(-1)?.dueOn]).toEqual(['2090-12-08', '2091-01-06'])
    await shop.call('PUT', `/order-status/${id}`, 'admin', { orderStatus: 'Delivered' })
    expect(await open(path)).not.toContain('Move the start date')
  })

  it('ask before the month starts ahead of the payment', async () => {
    const id = await shop.placePaidOrder('Basic')
    const path = `/work/${id}`
    const question = {
      fields: { startsOn: expect.stringContaining('To start the month before that, send the same date again.') },
    }
    expect(await send(path, { _form: 'start', startsOn: '2026-01-05' })).toMatchObject(question)
    const ask = (body: object) => shop.call('PUT', `/order-start/${id}`, 'admin', body)
    for (const body of [{ startsOn: '2026-01-05' }, { startsOn: '2026-01-05', confirmedStart: '2026-01-06' }])
      expect(await ask(body)).toMatchObject({ status: 400, reply: question })
    expect((await loadWork(id)).startsOn).toBe(null)
    const other = await send(path, { _form: 'start', startsOn: '2026-01-06', confirmedStart: '2026-01-05' })
    expect(other).toMatchObject(question)
    const confirmed = await send(path, { _form: 'start', startsOn: '2026-01-05', confirmedStart: '2026-01-05' })
    expect([confirmed.notice, (await loadWork(id)).startsOn]).toEqual([
      expect.stringContaining('The month has started'),
      '2026-01-05',
    ])
  })
})
