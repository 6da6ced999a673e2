import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { buildRecordFixture } from '../../../../tests/support/record-fixture.ts'
import { counters } from '../../../contract/content/kinds/counters.ts'
import { experience } from '../../../contract/content/kinds/experience.ts'
import { faqItem } from '../../../contract/content/kinds/faq-item.ts'
import { teamMember } from '../../../contract/content/kinds/team-member.ts'
import { testimonial } from '../../../contract/content/kinds/testimonial.ts'
import { videoMember } from '../../../contract/content/kinds/video-member.ts'
import { workStep } from '../../../contract/content/kinds/work-step.ts'
import { contentKinds } from '../../../contract/content-kinds.ts'
import { type ContentKind, type ContentRecord, isShownOnPage } from '../../../contract/core/content-kind.ts'
import { isCopyKind } from '../../../contract/core/copy-kind.ts'
import { publicPages } from '../../../contract/core/public-pages.ts'
import type { PageContent } from '../../page-content.ts'
import { isOnPage } from '../define-public-section.tsx'
import { getPageKinds, getPageSections } from './public-sections.tsx'
import { sectionOutlines } from './section-outlines.ts'

test('every kind that visitors see has a part of the pages, and its page reads it', () => {
  const shown = contentKinds.filter(({ shownOn }) => shownOn.length > 0)
  for (const kind of shown) {
    expect(
      sectionOutlines.some(({ kinds }) => kinds.includes(kind)),
      kind.kind,
    ).toBe(true)
    for (const { name } of publicPages.filter((page) => isShownOnPage(kind, page.name))) {
      const isRead =
        getPageKinds(name).includes(kind) || sectionOutlines.some((one) => one.renderedBy === 'frame' && one.kinds.includes(kind))
      expect([kind.kind, name, isRead]).toEqual([kind.kind, name, true])
    }
  }
})

test('no part of a page stands where none of its kinds is said to be shown', () => {
  for (const outline of sectionOutlines) {
    for (const { name } of publicPages.filter((page) => isOnPage(outline, page.name))) {
      expect([outline.kinds[0]?.kind, name, outline.kinds.some((kind) => isShownOnPage(kind, name))]).toContain(true)
    }
  }
})

test('a section without items vanishes, its heading included', () => {
  for (const { kinds, render: draw } of getPageSections('Home').filter(({ hasPageHeading: headsPage }) => !headsPage)) {
    const others = kinds.filter((kind) => !isCopyKind(kind))
    const headings = kinds.filter((kind) => isCopyKind(kind) || (kind.shape === 'single' && others.length > 1))
    const content = Object.fromEntries(headings.map((heading) => [heading.kind, [buildRecordFixture(heading)]]))
    expect(renderToStaticMarkup(draw(content, 'Home')), kinds[0]?.kind).toBe('')
  }
})

test('each counter has its plus sign', () => {
  const html = drawn(counters, { counters: [buildRecordFixture(counters, { happyClientsNumber: '48' })] })
  expect(html).toContain('48<span>+</span>')
  expect(html.match(/<span>\+<\/span>/g)).toHaveLength(4)
})

test('invented figures and quotes say so, real ones do not', () => {
  expect(drawn(counters, { counters: [buildRecordFixture(counters, { _sample: true })] })).toContain('Sample figures')
  expect(drawn(counters, { counters: [buildRecordFixture(counters)] })).not.toContain('Sample')
})

test('a quote says where it is from as far as its record does, and nothing where it does not', () => {
  const saying = (values: Partial<ContentRecord<typeof testimonial>>) => {
    const without = { quoteSource: '', quoteDate: '', quoteConsent: 'None' }
    const items = [buildRecordFixture(testimonial, { ...without, ...values })]
    return /(?<=<small class="proof">)[^<]+/.exec(drawn(testimonial, { testimonial: items }))?.[0]
  }
  const whole = { quoteSource: 'an email', quoteDate: 'March 2026', quoteConsent: 'Given' }
  expect(saying(whole)).toBe('From an email, March 2026, shared with consent')
  expect(saying({ ...whole, quoteConsent: 'None' })).toBe('From an email, March 2026')
  expect(saying({ quoteConsent: 'Given' })).toBe('Shared with consent')
  expect(saying({})).toBeUndefined()
})

test('the figures say when they were counted and where they come from, as far as somebody said it', () => {
  const saying = (values: Partial<ContentRecord<typeof counters>>) =>
    /(?<=<p class="proof">)[^<]+/.exec(drawn(counters, { counters: [buildRecordFixture(counters, values)] }))?.[0]
  const figuresSource = 'our order records'
  expect(saying({ figuresAsOf: 'March 2026', figuresSource })).toBe('As of March 2026. Source: our order records.')
  expect(saying({ figuresAsOf: '', figuresSource })).toBe('Source: our order records.')
  expect(saying({ figuresAsOf: '', figuresSource: '' })).toBeUndefined()
})

test('a link to a network that names nobody is not drawn', () => {
  const links = { facebookLink: 'https://www.facebook.com/', twitterLink: '#', linkedinLink: 'https://www.linkedin.com/in/ada' }
  const member = buildRecordFixture(videoMember, { ...links, youtubeLink: 'https://youtube.com' })
  expect(drawn(videoMember, { 'video-member': [member] }).match(/(?<=<a href=")[^"]+/g)).toEqual([links.linkedinLink])
})

test('a question stands on the page that it names, and on both where it names none', () => {
  const items = ['Home', 'Pricing', 'Both', ''].map((faqPage, nth) =>
    buildRecordFixture(faqItem, { _id: String(nth), accodingTitle: `For ${faqPage}`, faqPage }),
  )
  expect(drawn(faqItem, { 'faq-item': items }).match(/(?<=<h3>)[^<]+/g)).toEqual(['For Home', 'For Both', 'For '])
  expect(drawn(faqItem, { 'faq-item': items.slice(1, 2) })).toBe('')
})

test('each testimonial has five stars', () => {
  const items = [buildRecordFixture(testimonial, { _id: 'a' }), buildRecordFixture(testimonial, { _id: 'b' })]
  expect(drawn(testimonial, { testimonial: items }).match(/<path/g)).toHaveLength(10)
})

test('only steps 01 to 04 are shown, in order', () => {
  const steps = ['03', '05', '01', '1', '04'].map((stepNumber) => buildRecordFixture(workStep, { _id: stepNumber, stepNumber }))
  expect(drawn(workStep, { 'work-step': steps }).match(/(?<="plate">)\d+/g)).toEqual(['01', '03', '04'])
})

test('an empty line in an answer starts a paragraph, and markup stays text', () => {
  const item = buildRecordFixture(faqItem, { accodingText: 'One.\n\n<img src=x onerror=alert(1)>' })
  expect(drawn(faqItem, { 'faq-item': [item] })).toContain('<p>One.</p><p>&lt;img src=x onerror=alert(1)&gt;</p>')
})

test('the skill bars keep their fixed percentages, whatever numbers the record holds (P-143)', () => {
  const html = drawn(experience, { experience: [buildRecordFixture(experience, { skillOneNumber: '12' })] })
  expect(html.match(/(?<=aria-label=")[^"]+/g)).toEqual(['skillOneText: 85%', 'skillTwoText: 65%', 'skillThreeText: 79%'])
  expect(html.match(/(?<=<span>)\d+%/g)).toEqual(['85%', '65%', '79%'])
  expect(drawn(experience, {})).toBe('')
})

test('people without a picture are shown by their initials', () => {
  const html = [
    drawn(testimonial, { testimonial: [buildRecordFixture(testimonial, { personName: 'Rosa Lind', image: '' })] }),
    drawn(teamMember, { 'team-member': [buildRecordFixture(teamMember, { teamMemberName: 'Rosa Lind', teamMemberImg: '' })] }),
    drawn(videoMember, { 'video-member': [buildRecordFixture(videoMember, { membername: 'Rosa Lind', memberImg: '' })] }),
  ]
  expect(html.map((one) => one.match(/<text[^>]*>(\w+)<\/text>/)?.[1])).toEqual(['RL', 'RL', 'RL'])
  expect(html.join('')).not.toContain('<img')
})

/** The part that shows a kind, on the first page that has it. */
function drawn(kind: ContentKind, content: PageContent): string {
  for (const { name } of publicPages) {
    const section = getPageSections(name).find(({ kinds }) => kinds.includes(kind))
    if (section) return renderToStaticMarkup(section.render(content, name))
  }
  throw new Error(`No page has a part for ${kind.kind}`)
}
