import { expect, it } from 'vitest'
import type { OutdatedRecord } from '#contract/content/outdated-business-facts.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

type Stored = Record<string, string> & { _id: string }

describeOnEachDatabase('the check for outdated business facts', (kind) => {
  const site = startAppForSuite(kind, { SEED: 'demo' })

  const fetchJson = async <T>(path: string): Promise<T> => JSON.parse((await site.request('GET', path, { as: 'admin' })).text)
  const list = (path: string) => fetchJson<Stored[]>(`/api${path}`)
  const findOutdated = () => fetchJson<OutdatedRecord[]>('/api/outdated-facts')
  const update = (records: string[]) => site.request('PUT', '/api/outdated-facts', { as: 'admin', body: { records } })

  async function changeAddress(values: Record<string, string>) {
    const [record] = await list('/footer-address')
    const { status } = await site.request('PUT', `/api/footer-address/${record?._id}`, {
      as: 'admin',
      body: { ...record, ...values },
    })
    expect(status).toBe(200)
  }

  it('finds nothing while no fact has changed', async () => {
    expect(await findOutdated()).toEqual([])
  })

  it('finds outdated records after a change, with the new text, and updates one of them', async () => {
    const entry = { contactTitle: 'By phone', contactDetails: 'Ring (217) 555-0142, or hello@example.com', contactImg: '/a.svg' }
    const { record: addedRecord } = JSON.parse(
      (await site.request('POST', '/api/add-contact', { as: 'admin', body: entry })).text,
    )
    await changeAddress({ banPhone: '+1 202-555-0199', businessName: 'Elm Homes', footerEmail: 'hi@example.org' })
    const outdatedFacts = await findOutdated()
    expect(outdatedFacts.find(({ kind }) => kind === 'copyright')?.fields).toEqual([
      { label: 'Copyright line', before: '© Rankstead. All rights reserved.', after: '© Elm Homes. All rights reserved.' },
    ])
    expect(outdatedFacts.find(({ _id }) => _id === addedRecord._id)?.fields).toMatchObject([
      { after: 'Ring +1 202-555-0199, or hi@example.org' },
    ])
    expect(outdatedFacts.map(({ kind }) => kind)).not.toContain('payment-email')
    const { status, text } = await update([addedRecord._id])
    expect([status, JSON.parse(text)]).toEqual([200, { message: '1 text updated', updated: 1 }])
    const entries = await list('/contacts')
    expect(entries.find(({ _id }) => _id === addedRecord._id)?.contactDetails).toBe('Ring +1 202-555-0199, or hi@example.org')
    expect((await findOutdated()).map(({ _id }) => _id)).not.toContain(addedRecord._id)
    expect((await site.request('GET', '/contact')).text).toContain('Ring +1 202-555-0199')
  })

  it('updates all records at once, and only for admins', async () => {
    const ids = (await findOutdated()).map(({ _id }) => _id)
    expect(ids.length).toBeGreaterThan(1)
    expect((await site.request('PUT', '/api/outdated-facts', { as: 'customer', body: { records: ids } })).status).toBe(403)
    expect(JSON.parse((await update(ids)).text)).toMatchObject({ updated: ids.length })
    expect(await findOutdated()).toEqual([])
    expect(JSON.parse((await update(ids)).text)).toEqual({ message: 'These texts are already up to date.', updated: 0 })
    expect(await list('/copyrights')).toMatchObject([{ copyrightText: '© Elm Homes. All rights reserved.' }])
  })

  it('updates no record if one would become invalid', async () => {
    const details = `Elm Homes ${'x'.repeat(9_980)}`
    const entry = { contactTitle: 'Long', contactDetails: details, contactImg: '/a.svg' }
    await site.request('POST', '/api/add-contact', { as: 'admin', body: entry })
    await changeAddress({ businessName: 'A much longer name of the business' })
    const ids = (await findOutdated()).map(({ _id }) => _id)
    const { status, text } = await update(ids)
    expect([status, JSON.parse(text).error]).toEqual([
      422,
      'Contact entry can’t be updated: Details must be at most 10,000 characters.',
    ])
    expect(await list('/copyrights')).toMatchObject([{ copyrightText: '© Elm Homes. All rights reserved.' }])
    expect((await findOutdated()).length).toBe(ids.length)
  })
})
