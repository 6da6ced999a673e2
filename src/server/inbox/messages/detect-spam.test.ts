import { describe, expect, it } from 'vitest'
import { realtorInquiries } from '#tests/support/realtor-inquiries.ts'
import { detectSpam, type MessageSigns } from './detect-spam.ts'

const emptyText = { name: '', email: '', number: '', subject: '', siteUrl: '', message: '' }
const ordinary: MessageSigns = { form: 'plausible', isHiddenFieldFilled: false, equalMessages: 0 }
const detect = (message: string, signs: Partial<MessageSigns> = {}) =>
  detectSpam({ ...emptyText, message }, { ...ordinary, ...signs })

const THREE_LINKS = 'Casino bonus https://a.example/1 https://b.example/2 best slots https://c.example/3'
const ONE_LINK = 'Best casino bonus: https://casino.example'

describe('a realtor’s inquiry', () => {
  it.each(realtorInquiries)('reaches the inbox, however it was sent: $message', (inquiry) => {
    const text = { ...emptyText, ...inquiry }
    const verdicts = [
      ordinary,
      { ...ordinary, form: 'absent' },
      { ...ordinary, equalMessages: 9 },
    ] as const satisfies readonly MessageSigns[]
    expect(verdicts.map((signs) => detectSpam(text, signs))).toEqual([null, null, null])
  })

  it.each(realtorInquiries.filter(({ message }) => !/https?:|www\./.test(message)))(
    'without a link reaches the inbox, even if the browser filled in the hidden field at once: $message',
    (inquiry) => {
      const signs = { ...ordinary, form: 'hasty', isHiddenFieldFilled: true } as const
      expect(detectSpam({ ...emptyText, ...inquiry }, signs)).toBeNull()
    },
  )

  it('with a link reaches the inbox, if it asks something, is about the sender, or shows the sender’s own site', () => {
    const signs = { ...ordinary, form: 'hasty', isHiddenFieldFilled: true } as const
    for (const text of [
      { message: 'Can you look at https://homes.example?' },
      { message: 'Our site is https://homes.example' },
      { message: 'https://www.homes.example/listings', email: 'dana@homes.example' },
      { message: 'www.homes.example', siteUrl: 'https://homes.example/' },
      { message: 'https://homes.example Dana, 217-555-0142' },
    ])
      expect([text.message, detectSpam({ ...emptyText, ...text }, signs)]).toEqual([text.message, null])
  })
})

describe('spam', () => {
  it('has a forged form, or a hidden field filled in without a form', () => {
    expect(detect('Hello?', { form: 'forged' })).toBe('sentByProgram')
    expect(detect('Hello?', { form: 'absent', isHiddenFieldFilled: true })).toBe('sentByProgram')
  })

  it('has a link that nothing explains, in a form sent at once or with the hidden field filled in', () => {
    expect(detect(ONE_LINK)).toBeNull()
    expect(detect(ONE_LINK, { form: 'hasty' })).toBe('sentByProgram')
    expect(detect(ONE_LINK, { isHiddenFieldFilled: true })).toBe('sentByProgram')
  })

  it.each([
    THREE_LINKS,
    'Cheap loans https://www.a.example/?q=1 https://www.b.example/ www.c.example',
    '<a href="https://casino.example">Best casino</a>',
    'We offer <a\nclass="x" href=\'//casino.example\'>slots</a>',
    '[url=https://casino.example]Best casino[/url]',
    '[URL]casino.example[/URL]',
    '[link=https://casino.example]Best casino[/link]',
  ])('is little else than links, or links as programs write them, without a question: %s', (message) => {
    expect(detect(message)).toBe('onlyLinks')
    expect(detect(`${message} Can you check this?`)).toBeNull()
  })

  it('repeats one text many times a day', () => {
    expect(detect('Any text?', { equalMessages: 10 })).toBe('repeated')
  })
})
