import fc from 'fast-check'
import { expect, it } from 'vitest'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { legalClause } from '#contract/content/kinds/legal-clause.ts'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import { createContentClient } from '../support/content-client.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const SOURCE = 'Yes, **always**. See [our *prices*](www.example.com/a).\n\n- One\n- Two <b>'
const PLAIN = 'Yes, always. See our prices.\n\n- One\n- Two <b>'

describeOnEachDatabase('a formatted text', (database) => {
  const site = startAppForSuite(database)
  const client = () => createContentClient(site)
  const addQuestion = async (values: object) => {
    const { status, record } = await client().post(faqItem, { accodingTitle: 'How long?', faqPage: 'Pricing', ...values })
    expect(status).toBe(201)
    return record
  }
  const saveQuestion = (id: string, values: object, query = '') =>
    client().save(faqItem, id, { accodingTitle: 'How long?', ...values }, query)
  const readQuestion = (id: string) => client().get<Record<string, string>>(`/faq-item/${id}`)

  it('that a client sends as plain text comes back byte for byte, whatever it is (P-244)', async () => {
    const { _id } = await addQuestion({ accodingText: 'First' })
    const text = fc
      .array(
        fc.constantFrom('*', '**a** ', '_', '[a](javascript:x)', '\\', '- ', '1. ', '\n', '\r\n', '  ', '<b>', '&amp;', 'é', '#'),
        {
          minLength: 1,
          maxLength: 20,
        },
      )
      .map((parts) => `${parts.join('')}x`)
    await fc.assert(
      fc.asyncProperty(text, async (accodingText) => {
        expect((await saveQuestion(_id, { accodingText })).record.accodingText).toBe(accodingText)
        expect((await readQuestion(_id)).accodingText).toBe(accodingText)
      }),
      { numRuns: 40 },
    )
  })

  it('answers its plain text, and the Markdown only if it has some', async () => {
    const { _id } = await addQuestion({ accodingText: 'Plain, 2 * 3.' })
    expect(await readQuestion(_id)).not.toHaveProperty('accodingText_formatted')
    const { record } = await saveQuestion(_id, { accodingText_formatted: SOURCE })
    expect(record).toMatchObject({ accodingText: PLAIN, accodingText_formatted: SOURCE })
    expect(await readQuestion(_id)).toMatchObject({ accodingText: PLAIN, accodingText_formatted: SOURCE })
    const { record: unformatted } = await saveQuestion(_id, { accodingText_formatted: 'Yes, always.' })
    expect(unformatted).toMatchObject({ accodingText: 'Yes, always.' })
    expect(unformatted).not.toHaveProperty('accodingText_formatted')
  })

  it('keeps its formatting if a client sends the same plain text again, and loses it with another one', async () => {
    const { _id, _version, ...added } = await addQuestion({ accodingText_formatted: SOURCE })
    for (const query of ['', '?draft=1']) {
      const kept = await saveQuestion(_id, { accodingTitle: 'How much?', accodingText: PLAIN }, query)
      expect(kept.record).toMatchObject({ accodingTitle: 'How much?', accodingText_formatted: SOURCE })
    }
    const whole = await saveQuestion(_id, { ...added, accodingText: '*Now*' })
    expect(whole.record).toMatchObject({ accodingText: '*Now*', accodingText_formatted: '\\*Now\\*' })
    const clash = await saveQuestion(_id, { accodingText: 'One', accodingText_formatted: '**Two**' })
    expect([clash.status, clash.body.fields]).toEqual([
      400,
      { accodingText: 'accodingText and accodingText_formatted are two names of one value. Send only one.' },
    ])
  })

  it('keeps its formatting in a body that has Markdown for one text and plain text for another', async () => {
    const { post, save } = client()
    const values = { serviceTitle: 'Local SEO', serviceDetails: 'More calls.', serviceIcon: 'map-pin', serviceName: 'NotMain' }
    const { record } = await post(serviceItem, { ...values, serviceAnswer: 'Soon.', serviceWork_formatted: SOURCE })
    const body = { ...values, serviceAnswer: 'Today.', serviceWork_formatted: SOURCE }
    const saved = await save(serviceItem, record._id, body)
    expect(saved.record).toMatchObject({ serviceAnswer: 'Today.', serviceWork: PLAIN, serviceWork_formatted: SOURCE })
  })

  it('is required, and its links follow the rules of link fields', async () => {
    const { _id } = await addQuestion({ accodingText: 'First' })
    const empty = await saveQuestion(_id, {})
    expect([empty.status, empty.body.fields]).toEqual([400, { accodingText: 'Answer is required.' }])
    for (const url of ['javascript:alert(1)', 'data:text/html,x']) {
      const { status, body } = await saveQuestion(_id, { accodingText_formatted: `[a](${url})` })
      expect([status, body.fields?.accodingText_formatted]).toEqual([400, expect.stringContaining('must be an address such as')])
    }
  })

  it('is drawn on its page without script, and in its text version', async () => {
    await addQuestion({ accodingTitle: 'Drawn?', accodingText_formatted: SOURCE })
    const { text } = await site.request('GET', '/pricing/')
    expect(text).toContain(
      '<p>Yes, <strong>always</strong>. See <a href="https://www.example.com/a" class="underline">our <em>prices</em></a>.</p>' +
        '<ul class="text-list"><li>One</li><li>Two &lt;b&gt;</li></ul>',
    )
    const { text: textVersion } = await site.request('GET', '/pricing/index.txt')
    expect(textVersion).toContain('See [our prices](https://www.example.com/a).\n\n- One\n- Two <b>')
  })

  it('keeps its formatting through drafts, versions and the trash', async () => {
    const { post, save, restore, remove, undelete, call, listHistory } = client()
    const values = { legalPage: 'Terms', clauseTitle: 'Refunds' }
    const { record: added } = await post(legalClause, { ...values, clauseText_formatted: '**Full** refund' })
    const { record: draft } = await save(legalClause, added._id, { ...values, clauseText_formatted: '*Half*' }, '?draft=1')
    expect(draft).toMatchObject({ clauseText: 'Half', clauseText_formatted: '*Half*' })
    expect((await call('POST', '/draft/publish')).status).toBe(200)
    expect((await site.request('GET', '/terms')).text).toContain('<p><em>Half</em></p>')
    expect((await listHistory(legalClause, added._id))[0]?.values.clauseText).toBe('*Half*')
    const restored = await restore(legalClause, added._id, 1)
    expect(restored.record).toMatchObject({ clauseText: 'Full refund', clauseText_formatted: '**Full** refund' })
    await remove(legalClause, added._id)
    expect((await undelete(legalClause, added._id)).record).toMatchObject({ clauseText_formatted: '**Full** refund' })
  })

  it('is found by its words, even if formatting stands between them', async () => {
    await addQuestion({ accodingText_formatted: 'A zebra**fish** tank' })
    const { places } = await client().get<{ places: { field: string; excerpt: string }[] }>('/content-search?search=zebrafish')
    expect(places).toMatchObject([{ field: 'accodingText', excerpt: 'A zebrafish tank' }])
  })
})
