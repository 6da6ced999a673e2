import { expect, it } from 'vitest'
import type { RecordAndSampleCounts } from '#contract/content/content-readiness.ts'
import type { LaunchCheck, LaunchCheckName } from '#contract/sales/launch-checklist.ts'
import { createAdminCall, sendAdminForm } from '../support/admin-page-action.ts'
import { removeServerFields } from '../support/remove-server-fields.ts'
import { adminEmail, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

type Stored = { _id: string; _sample?: true } & Record<string, string>

describeOnEachDatabase('the going-live checklist', (database) => {
  const site = startAppForSuite(database, { SEED: 'demo' })

  const fetchJson = async <T>(path: string) => JSON.parse((await site.request('GET', `/api${path}`, { as: 'admin' })).text) as T
  const findCheck = async (name: LaunchCheckName) =>
    (await fetchJson<{ checks: LaunchCheck[] }>('/going-live')).checks.find((one) => one.check === name)
  const listSampleFields = async (place: string) =>
    (await findCheck('samples'))?.places.find(({ name }) => name === place)?.fields
  const findCount = async (kind: string) =>
    (await fetchJson<RecordAndSampleCounts[]>('/content-tallies')).find((one) => one.kind === kind)
  const loadFirst = async (path: string) => (await fetchJson<Stored[]>(path))[0] as Stored
  const save = async (path: string, { _id, _sample, ...values }: Stored, change: Record<string, string> = {}) => {
    const { status, text } = await site.request('PUT', `/api${path}/${_id}`, {
      as: 'admin',
      body: { ...removeServerFields(values), ...change },
    })
    expect([status, text]).toEqual([200, expect.any(String)])
  }

  it('names each section with sample text, its editor and its sample fields', async () => {
    const samples = await findCheck('samples')
    expect([samples?.isDone, samples?.left]).toEqual([false, samples?.places.length])
    expect(samples?.places.map(({ name }) => name)).toEqual([
      'About',
      'Counters',
      'After payment',
      'Testimonial',
      'Team member with social links',
      'Team member',
      'Sample page',
      'Legal text',
      'Business info',
      'Social links',
    ])
    expect(samples?.places.find(({ name }) => name === 'Social links')).toEqual({
      name: 'Social links',
      path: '/add-social-footer',
      fields: ['Facebook link', 'Instagram link'],
    })
  })

  it('counts sample fields of address and social links one by one, until each is changed', async () => {
    expect(await listSampleFields('Business info')).toEqual([
      'Address',
      'Phone number',
      'Second phone number',
      'Email',
      'Street address',
      'ZIP code',
      'Place on the map',
      'Area served',
    ])
    await save('/footer-address', await loadFirst('/footer-address'), {
      footerEmail: 'office@example.org',
      ukPhone: '+1 202-555-0199',
    })
    expect(await listSampleFields('Business info')).toEqual([
      'Address',
      'Phone number',
      'Street address',
      'ZIP code',
      'Place on the map',
      'Area served',
    ])
    expect(await loadFirst('/footer-address')).toMatchObject({ _sample: true })
    const ownValues = {
      banLocation: '1 Own Street',
      ukLocation: '1 Own Street',
      banPhone: '+1 202-555-0188',
      streetAddress: '1 Own Street',
      postalCode: '10001',
      coordinates: '40.75, -73.99',
      areaServed: 'Own County',
    }
    await save('/footer-address', await loadFirst('/footer-address'), ownValues)
    expect(await listSampleFields('Business info')).toBeUndefined()
    expect((await loadFirst('/footer-address'))._sample).toBeUndefined()

    await save('/footer-social', await loadFirst('/footer-social'), { fblink: 'https://www.facebook.com/own' })
    expect(await listSampleFields('Social links')).toEqual(['Instagram link'])
  })

  it('counts the remaining sample marks, and always counts a link that names no profile', async () => {
    await save('/footer-social', await loadFirst('/footer-social'), { inslink: 'https://www.instagram.com/own' })
    expect(await findCount('footer-social')).toMatchObject({ count: 1, samples: 0, sampleFields: [] })
    await save('/footer-social', await loadFirst('/footer-social'), { inslink: 'https://www.instagram.com/' })
    expect(await findCount('footer-social')).toMatchObject({ count: 1, samples: 1, sampleFields: ['inslink'] })
    // A network's home page is no profile. A `#` says that the business has no profile.
    await save('/footer-social', await loadFirst('/footer-social'), { fblink: 'https://facebook.com', inslink: '#' })
    expect(await findCount('footer-social')).toMatchObject({ samples: 1, sampleFields: ['fblink'] })
    const [testimonial] = (await site.request('GET', '/api/testimonials')).json() as Stored[]
    const ownValues = { personName: 'Kim Own', image: '/art/own.svg', quoteSource: 'a letter', quoteDate: 'May 2026' }
    await save('/testimonial', testimonial as Stored, ownValues)
    expect(await loadFirst('/testimonials')).toMatchObject({ _sampleFields: ['desc'] })
    await save('/testimonial', await loadFirst('/testimonials'), { desc: 'They know our block.' })
    expect((await loadFirst('/testimonials'))._sample).toBeUndefined()
    const before = await findCount('testimonial')
    const body = { desc: 'They know our streets.', personName: 'Kim Own', personTitle: 'Agent', image: '/art/own.svg' }
    await site.request('POST', '/api/add-testimonial', { as: 'admin', body })
    expect(await findCount('testimonial')).toEqual({ ...before, count: (before?.count ?? 0) + 1 })
  })

  it('counts a legal text until its words change, and longer if a made-up name stays in it', async () => {
    const { samples = 0 } = (await findCount('legal-clause')) ?? {}
    const clauses = await fetchJson<Stored[]>('/legal-clauses')
    const findClause = (title: string) => clauses.find(({ clauseTitle }) => clauseTitle === title) as Stored
    const [first, whoWeAre] = [clauses[0] as Stored, findClause('Who we are')]
    await save('/legal-clauses', first)
    await save('/legal-clauses', first, { clauseTitle: 'Ours', clauseText: ` ${first.clauseText?.replaceAll(' ', '  ')}` })
    expect(await findCount('legal-clause')).toMatchObject({ samples, sampleFields: ['clauseText'] })
    await save('/legal-clauses', first, { clauseText: 'Oak Street Search LLC is responsible.' })
    expect(await findCount('legal-clause')).toMatchObject({ samples: samples - 1 })
    const partlyEdited = { clauseText: 'You agree with Oak Street Search LLC, 100 Example Street, Springfield.' }
    await save('/legal-clauses', whoWeAre, partlyEdited)
    expect(await findCount('legal-clause')).toMatchObject({ samples: samples - 1 })
    expect(await listSampleFields('Legal text')).toEqual(['Text'])
  })

  it('leaves out samples that no visitor sees, which All content still lists', async () => {
    const clauses = await fetchJson<Stored[]>('/legal-clauses')
    expect(await listSampleFields('Legal text')).toBeDefined()
    const setHidden = async (hidden: boolean) => {
      for (const { _id } of clauses)
        await site.request('PUT', `/api/content-visibility/legal-clause/${_id}`, { as: 'admin', body: { hidden } })
    }
    const count = await findCount('legal-clause')
    await setHidden(true)
    expect(await listSampleFields('Legal text')).toBeUndefined()
    expect(await findCount('legal-clause')).toEqual(count)
    await setHidden(false)
    expect(await listSampleFields('Legal text')).toBeDefined()
  })

  it('names admins without a second factor, and warns about mail to files and rehearsed payments', async () => {
    expect(await findCheck('secondFactor')).toMatchObject({
      isDone: false,
      left: 1,
      detail: `No two-step verification: ${adminEmail}.`,
    })
    expect(await findCheck('mail')).toMatchObject({
      left: 1,
      detail: 'Emails aren’t going out yet.',
    })
    expect(await findCheck('gateway')).toMatchObject({ left: 1, detail: 'Rehearsal: no money moves.' })
    expect(await findCheck('payee')).toMatchObject({
      isDone: false,
      detail: 'Payments go to payee@example.com, which is our sample. Enter your own account.',
    })
    expect(await findCheck('origin')).toMatchObject({ isDone: false, places: [] })
  })

  it('shows the next invoice number, and changes it', async () => {
    const send = (next: string) => sendAdminForm(createAdminCall(site), '/going-live', { _form: 'invoiceNumber', next })
    const showsNext = async (next: number) =>
      (await site.request('GET', '/going-live', { as: 'admin' })).text.includes(`gets the number <strong>${next}</strong>`)
    expect(await showsNext(1001)).toBe(true)
    for (const wrong of ['', '0', '-3', '12.5', '1,200', 'twelve'])
      expect(await send(wrong), wrong).toMatchObject({
        fields: { next: 'The next invoice number must be a whole number from 1 to 999999999.' },
      })
    await send(' 5000 ')
    expect(await showsNext(5000)).toBe(true)
    expect(await fetchJson('/invoice-numbering')).toEqual({ next: 5_000 })
  })
})
