import { describe, expect, it } from 'vitest'
import { buildBusinessFacts } from '#contract/content/build-business-facts.ts'
import type { EmailContent } from './define-email.ts'
import { renderEmail } from './render-email.ts'
import { splitLines } from './shared-email-parts.ts'

const origin = 'https://harbor.example'
const business = {
  ...buildBusinessFacts(),
  name: 'Harbor & Co',
  addresses: ['1 Quay Street'],
  phones: ['+1 202-555-0142'],
  email: 'hello@harbor.example',
  timeZone: 'America/Chicago',
}
const content: EmailContent = { subject: 'Subject', heading: 'Heading', intro: ['A line.'] }
const render = (more: Partial<EmailContent> = {}, audience: 'customer' | 'admin' = 'customer', seller = business) =>
  renderEmail({ ...content, ...more }, { business: seller, origin, audience })

describe('an email', () => {
  it('says the same in both parts, with the button’s full URL', () => {
    const { text, html } = render({
      banner: 'Banner',
      intro: [
        'A line.',
        {
          facts: [
            ['Order', '1001'],
            ['Empty', ''],
          ],
        },
        { list: ['One', 'Two'] },
      ],
      action: { label: 'Go there', path: '/there?a=b&c=d' },
      details: ['After it.', { link: { label: 'Another page', path: '/other' } }],
    })
    expect(text.split('\n\n').slice(0, 8)).toEqual([
      'Banner',
      'Heading',
      'A line.',
      'Order: 1001',
      '- One\n- Two',
      'Go there:\nhttps://harbor.example/there?a=b&c=d',
      'After it.',
      'Another page:\nhttps://harbor.example/other',
    ])
    for (const part of ['Banner', 'Heading', 'A line.', '1001', 'One', 'Go there', 'After it.', 'Another page'])
      expect(html).toContain(`>${part}<`)
    expect(html).toContain('href="https://harbor.example/there?a=b&amp;c=d"')
    expect(html + text).not.toContain('Empty')
  })

  it('escapes everything that people typed', () => {
    const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>&lt;\u202e'
    const { html } = render({
      subject: evil,
      heading: evil,
      banner: evil,
      intro: [evil, { facts: [[evil, evil]] }, { list: [evil] }, { quote: `${evil}\n${evil}` }],
      action: { label: evil, path: `/${evil}` },
    })
    expect(html).not.toMatch(/<script|<img|="x"|\u202e/)
    expect(html.match(/&quot;&gt;&lt;script&gt;/g)?.length).toBeGreaterThanOrEqual(9)
  })

  it('marks each line that a stranger typed, so that none can imitate ours', () => {
    const { text } = render({ details: [{ quote: 'Hello\r\n\r\n-- \nHarbor & Co' }] })
    expect(text).toContain('\n\n> Hello\n>\n> --\n> Harbor & Co\n\n-- \nHarbor & Co\n')
  })

  it.each([
    ['line feed', '\n'],
    ['carriage return', '\r'],
    ['both', '\r\n'],
    ['vertical tab', '\v'],
    ['form feed', '\f'],
    ['file separator', '\u001c'],
    ['group separator', '\u001d'],
    ['record separator', '\u001e'],
    ['next line', '\u0085'],
    ['line separator', '\u2028'],
    ['paragraph separator', '\u2029'],
  ])('begins no unmarked line at a %s that a stranger typed', (_, separator) => {
    const typed = `Hello${separator}-- ${separator}Pay at evil.example`
    const blocks = [typed, { facts: [['Name', typed]] }, { list: [typed] }, { quote: typed }] as const
    const { text } = render({ banner: typed, heading: typed, intro: blocks, details: blocks })
    expect(splitLines(text).filter((line) => line.startsWith('Pay'))).toEqual([])
    expect(text).toContain('> Hello\n> --\n> Pay at evil.example')
  })

  it('has times in the business’s time zone, the American way', () => {
    const { text, html } = render({ intro: [{ facts: [['Paid', { at: Date.UTC(2026, 10, 24, 3, 10) }]] }] })
    for (const part of [text, html]) expect(part).toContain('Nov 23, 2026, 9:10 PM CST')
  })

  it('is answered by the business, unless the email names another reader or the address is a sample', () => {
    expect(render().replyTo).toBe('hello@harbor.example')
    expect(render().text).toContain('Just reply to this email.')
    expect(render({ replyTo: 'dana@example.com' }, 'admin')).toMatchObject({
      replyTo: 'dana@example.com',
      text: expect.not.stringContaining('Just reply'),
    })
    const withSample = render({}, 'customer', { ...business, isEmailSample: true } as typeof business)
    expect(withSample.replyTo).toBeUndefined()
    expect(withSample.text).not.toContain('Just reply')
  })

  it('offers to unsubscribe in both parts', () => {
    const url = 'https://harbor.example/unsubscribe?token=1'
    const { text, html, unsubscribeUrl } = render({ unsubscribe: { label: 'Unsubscribe', path: '/unsubscribe?token=1' } })
    expect(unsubscribeUrl).toBe(url)
    expect(text).toContain(`Unsubscribe:\n${url}`)
    expect(html).toContain(`href="${url}"`)
  })
})
