import { expect, it } from 'vitest'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

type Stored = { _id: string; _sample?: true; _version?: number; _sampleFields?: string[] } & Record<string, unknown>

describeOnEachDatabase('keeping sample content', (database) => {
  const site = startAppForSuite(database, { SEED: 'demo' })
  const listRecords = async (kind: string) =>
    (await site.request('GET', `/api/content/${kind}?hidden=1`, { as: 'admin' })).json() as Stored[]
  const loadRecord = async (kind: string, id = '') =>
    (await site.request('GET', `/api/content/${kind}/${id}`, { as: 'admin' })).json() as Stored
  const keep = (records: unknown) => site.request('POST', '/api/keep-samples', { as: 'admin', body: { records } })

  it('removes the marks of several records, keeps their text, and can be undone', async () => {
    const samples = (await listRecords('after-payment')).filter((record) => record._sample)
    expect(samples.length).toBeGreaterThan(1)
    const reply = await keep(samples.map(({ _id }) => ({ kind: 'after-payment', id: _id })))
    expect([reply.status, reply.json()]).toMatchObject([200, { message: 'Kept as is.' }])
    const after = await listRecords('after-payment')
    expect(after.some((record) => record._sample)).toBe(false)
    expect(after.map(({ details }) => details)).toEqual(samples.map(({ details }) => details))
    const { kept } = reply.json() as { kept: { id: string; version: number }[] }
    const [first] = kept
    const restore = { as: 'admin', body: { version: (first?.version ?? 0) - 1 } } as const
    expect((await site.request('POST', `/api/restore/after-payment/${first?.id}`, restore)).status).toBe(200)
    expect((await loadRecord('after-payment', first?.id))._sample).toBe(true)
  })

  it('keeps nothing twice', async () => {
    const [sample] = (await listRecords('work-step')).filter((record) => record._sample)
    const [faq] = await listRecords('faq-item')
    const target = sample ? { kind: 'work-step', id: sample._id } : { kind: 'faq-item', id: faq?._id }
    await keep([target])
    const { _version } = await loadRecord(target.kind, target.id)
    expect((await keep([target])).json()).toMatchObject({ kept: [] })
    expect((await loadRecord(target.kind, target.id))._version).toBe(_version)
  })

  it('leaves the mark on links that lead to no profile', async () => {
    const [social] = await listRecords('footer-social')
    expect((await keep([{ kind: 'footer-social', id: social?._id }])).json()).toMatchObject({
      message: 'Kept, but names, contact details and social links must be your own.',
    })
    expect((await loadRecord('footer-social', social?._id))._sampleFields).toEqual(['fblink', 'inslink'])
  })

  it.each(['testimonial', 'legal-clause'])('refuses every %s, and marks an unchanged or duplicated one again', async (kind) => {
    const samples = (await listRecords(kind)).filter((record) => record._sample)
    const marked = samples.length
    expect(marked).toBeGreaterThan(1)
    for (const { _id } of samples) expect((await keep([{ kind, id: _id }])).status).toBe(409)
    const [{ _id, _version, _sample, _sampleFields, ...values }] = samples as [Stored]
    const [path, addPath] =
      kind === 'testimonial' ? ['/testimonial', '/add-testimonial'] : ['/legal-clauses', '/add-legal-clause']
    expect((await site.request('PUT', `/api${path}/${_id}`, { as: 'admin', body: values })).status).toBe(200)
    expect((await site.request('POST', `/api${addPath}`, { as: 'admin', body: values })).status).toBe(201)
    expect((await listRecords(kind)).filter((record) => record._sample)).toHaveLength(marked + 1)
  })

  it('leaves the mark on text with a name of the demo content, in every field and in drafts', async () => {
    const [question] = await listRecords('faq-item')
    const { _id, _version, ...values } = question as Stored
    const body = { ...values, accodingText: 'Ask **Ada** Sample, who runs your account.' }
    await site.request('PUT', `/api/faq-item/${_id}?draft=1`, { as: 'admin', body })
    expect((await loadRecord('faq-item', _id))._sample).toBeUndefined()
    expect((await loadRecord('faq-item', `${_id}?draft=1`))._sampleFields).toEqual(['accodingText'])
    const findings = (await site.request('GET', '/api/site-checks?draft=1&new=1', { as: 'admin' })).json()
    expect(findings).toMatchObject({ findings: [{ rule: 'sample', says: 'Still sample content: Answer (“Ada Sample”).' }] })
    await site.request('PUT', `/api/faq-item/${_id}`, { as: 'admin', body })
    expect((await keep([{ kind: 'faq-item', id: _id }])).json()).toMatchObject({ kept: [] })
    expect((await loadRecord('faq-item', _id))._sampleFields).toEqual(['accodingText'])
  })

  it('refuses a sample payment account, an unknown record and an empty list, and then keeps none', async () => {
    const [account] = await listRecords('payment-email')
    const [counters] = await listRecords('counters')
    const refusals = await Promise.all([
      keep([
        { kind: 'counters', id: counters?._id },
        { kind: 'payment-email', id: account?._id },
      ]),
      keep([{ kind: 'counters', id: '00000000-0000-4000-8000-000000000000' }]),
      keep([{ kind: 'no-such-kind', id: '1' }]),
      keep([]),
    ])
    expect(refusals.map(({ status }) => status)).toEqual([409, 404, 404, 400])
    expect((await loadRecord('counters', counters?._id))._sample).toBe(true)
  })
})
