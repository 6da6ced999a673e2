import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { achievementCounters } from '#contract/content/kinds/achievement-counters.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { skillsAndExperience } from '#contract/content/kinds/skills-and-experience.ts'
import { teamMember } from '#contract/content/kinds/team-member.ts'
import { teamMemberWithSocialLinks } from '#contract/content/kinds/team-member-with-social-links.ts'
import { testimonial } from '#contract/content/kinds/testimonial.ts'
import { workStep } from '#contract/content/kinds/work-step.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import { type ContentKind, type ContentRecord, isKindShownOnPage } from '#contract/core/content-kind.ts'
import { isCopyKind } from '#contract/core/define-page-copy-kind.ts'
import { publicPages } from '#contract/core/public-pages.ts'
import { buildContentRecordFixture } from '#tests/support/content-record-fixture.ts'
import type { PageContent } from '../../page-content.ts'
import { isSectionOnPage } from '../public-section.tsx'
import { listContentKindsOfPage, listPageSections } from './public-sections.tsx'
import { sectionKindsAndMiniatures } from './section-miniatures.ts'

test('every visible kind has a section, and its page reads the kind', () => {
  const visibleKinds = contentKinds.filter(({ shownOn }) => shownOn.length > 0)
  for (const kind of visibleKinds) {
    expect(
      sectionKindsAndMiniatures.some(({ kinds }) => kinds.includes(kind)),
      kind.kind,
    ).toBe(true)
    for (const { name } of publicPages.filter((page) => isKindShownOnPage(kind, page.name))) {
      const isRead =
        listContentKindsOfPage(name).includes(kind) ||
        sectionKindsAndMiniatures.some((one) => one.renderedBy === 'frame' && one.kinds.includes(kind))
      expect([kind.kind, name, isRead]).toEqual([kind.kind, name, true])
    }
  }
})

test('every section on a page shows a kind that is declared for that page', () => {
  for (const section of sectionKindsAndMiniatures) {
    for (const { name } of publicPages.filter((page) => isSectionOnPage(section, page.name))) {
      expect([section.kinds[0]?.kind, name, section.kinds.some((kind) => isKindShownOnPage(kind, name))]).toContain(true)
    }
  }
})

test('hides a section without items, including its heading', () => {
  for (const { kinds, render } of listPageSections('Home').filter(({ hasPageHeading }) => !hasPageHeading)) {
    const others = kinds.filter((kind) => !isCopyKind(kind))
    const headings = kinds.filter((kind) => isCopyKind(kind) || (kind.shape === 'single' && others.length > 1))
    const content = Object.fromEntries(headings.map((heading) => [heading.kind, [buildContentRecordFixture(heading)]]))
    expect(renderToStaticMarkup(render(content, 'Home')), kinds[0]?.kind).toBe('')
  }
})

test('shows a plus sign after each counter (P-142)', () => {
  const html = renderSection(achievementCounters, {
    counters: [buildContentRecordFixture(achievementCounters, { happyClientsNumber: '48' })],
  })
  expect(html).toContain('48<span>+</span>')
  expect(html.match(/<span>\+<\/span>/g)).toHaveLength(4)
})

test('marks invented figures and quotes, but not real ones', () => {
  expect(
    renderSection(achievementCounters, { counters: [buildContentRecordFixture(achievementCounters, { _sample: true })] }),
  ).toContain('Sample figures')
  expect(renderSection(achievementCounters, { counters: [buildContentRecordFixture(achievementCounters)] })).not.toContain(
    'Sample',
  )
})

test('shows the source of a quote that its record states', () => {
  const renderProof = (values: Partial<ContentRecord<typeof testimonial>>) => {
    const emptyValues = { quoteSource: '', quoteDate: '', quoteConsent: 'None' }
    const items = [buildContentRecordFixture(testimonial, { ...emptyValues, ...values })]
    return /(?<=<small class="proof">)[^<]+/.exec(renderSection(testimonial, { testimonial: items }))?.[0]
  }
  const allValues = { quoteSource: 'an email', quoteDate: 'March 2026', quoteConsent: 'Given' }
  expect(renderProof(allValues)).toBe('From an email, March 2026, shared with consent')
  expect(renderProof({ ...allValues, quoteConsent: 'None' })).toBe('From an email, March 2026')
  expect(renderProof({ quoteConsent: 'Given' })).toBe('Shared with consent')
  expect(renderProof({})).toBeUndefined()
})

test('shows the date and the source of the figures that the record states', () => {
  const renderProof = (values: Partial<ContentRecord<typeof achievementCounters>>) =>
    /(?<=<p class="proof">)[^<]+/.exec(
      renderSection(achievementCounters, { counters: [buildContentRecordFixture(achievementCounters, values)] }),
    )?.[0]
  const figuresSource = 'our order records'
  expect(renderProof({ figuresAsOf: 'March 2026', figuresSource })).toBe('As of March 2026. Source: our order records.')
  expect(renderProof({ figuresAsOf: '', figuresSource })).toBe('Source: our order records.')
  expect(renderProof({ figuresAsOf: '', figuresSource: '' })).toBeUndefined()
})

test('hides a link to a network that names no profile', () => {
  const links = { facebookLink: 'https://www.facebook.com/', twitterLink: '#', linkedinLink: 'https://www.linkedin.com/in/ada' }
  const member = buildContentRecordFixture(teamMemberWithSocialLinks, { ...links, youtubeLink: 'https://youtube.com' })
  expect(renderSection(teamMemberWithSocialLinks, { 'video-member': [member] }).match(/(?<=<a href=")[^"]+/g)).toEqual([
    links.linkedinLink,
  ])
})

test('shows a question on its page, and on both pages without one (P-30)', () => {
  const items = ['Home', 'Pricing', 'Both', ''].map((faqPage, index) =>
    buildContentRecordFixture(faqItem, { _id: String(index), accodingTitle: `For ${faqPage}`, faqPage }),
  )
  expect(renderSection(faqItem, { 'faq-item': items }).match(/(?<=<h3>)[^<]+/g)).toEqual(['For Home', 'For Both', 'For '])
  expect(renderSection(faqItem, { 'faq-item': items.slice(1, 2) })).toBe('')
})

test('shows five stars at each testimonial (P-142)', () => {
  const items = [buildContentRecordFixture(testimonial, { _id: 'a' }), buildContentRecordFixture(testimonial, { _id: 'b' })]
  expect(renderSection(testimonial, { testimonial: items }).match(/<path/g)).toHaveLength(10)
})

test('shows only the steps 01 to 04, in order (P-27)', () => {
  const steps = ['03', '05', '01', '1', '04'].map((stepNumber) =>
    buildContentRecordFixture(workStep, { _id: stepNumber, stepNumber }),
  )
  expect(renderSection(workStep, { 'work-step': steps }).match(/(?<="plate">)\d+/g)).toEqual(['01', '03', '04'])
})

test('starts a paragraph at an empty line of an answer, and escapes markup', () => {
  const item = buildContentRecordFixture(faqItem, { accodingText: 'One.\n\n<img src=x onerror=alert(1)>' })
  expect(renderSection(faqItem, { 'faq-item': [item] })).toContain('<p>One.</p><p>&lt;img src=x onerror=alert(1)&gt;</p>')
})

test('keeps the fixed percentages of the skill bars, whatever numbers the record has (P-143)', () => {
  const html = renderSection(skillsAndExperience, {
    experience: [buildContentRecordFixture(skillsAndExperience, { skillOneNumber: '12' })],
  })
  expect(html.match(/(?<=aria-label=")[^"]+/g)).toEqual(['skillOneText: 85%', 'skillTwoText: 65%', 'skillThreeText: 79%'])
  expect(html.match(/(?<=<span>)\d+%/g)).toEqual(['85%', '65%', '79%'])
  expect(renderSection(skillsAndExperience, {})).toBe('')
})

test('shows initials for people without a picture', () => {
  const html = [
    renderSection(testimonial, { testimonial: [buildContentRecordFixture(testimonial, { personName: 'Rosa Lind', image: '' })] }),
    renderSection(teamMember, {
      'team-member': [buildContentRecordFixture(teamMember, { teamMemberName: 'Rosa Lind', teamMemberImg: '' })],
    }),
    renderSection(teamMemberWithSocialLinks, {
      'video-member': [buildContentRecordFixture(teamMemberWithSocialLinks, { membername: 'Rosa Lind', memberImg: '' })],
    }),
  ]
  expect(html.map((one) => one.match(/<text[^>]*>(\w+)<\/text>/)?.[1])).toEqual(['RL', 'RL', 'RL'])
  expect(html.join('')).not.toContain('<img')
})

/** Renders the section of a kind on the first page that has it. */
function renderSection(kind: ContentKind, content: PageContent): string {
  for (const { name } of publicPages) {
    const section = listPageSections(name).find(({ kinds }) => kinds.includes(kind))
    if (section) return renderToStaticMarkup(section.render(content, name))
  }
  throw new Error(`No page has a section for ${kind.kind}`)
}
