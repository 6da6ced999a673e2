/** A rectangle of a block: left, top, width, height. */
type Rect = readonly [x: number, y: number, width: number, height: number]

export type Block = {
  /** The kinds of content that stand in it. */
  kinds: readonly string[]
  height: number
  rects: readonly Rect[]
  /** A dark ground, as the call to action and the footer have. */
  isDark?: boolean
}

/** The width of a small page, in its own units. */
export const PAGE_WIDTH = 80

const row = (count: number, y: number, width: number, height: number): Rect[] =>
  Array.from({ length: count }, (_, index) => [6 + (index * 68) / count, y, width, height] as const)

const bar: Block = {
  kinds: ['logo'],
  height: 8,
  rects: [
    [6, 3, 10, 2.5],
    [44, 3.5, 30, 1.5],
  ],
}
const title: Block = {
  kinds: [],
  height: 16,
  rects: [
    [6, 4, 34, 3],
    [6, 10, 22, 2],
  ],
}
const hero: Block = {
  kinds: ['banner'],
  height: 28,
  rects: [
    [6, 5, 26, 3],
    [6, 10, 20, 3],
    [6, 16, 24, 1.5],
    [6, 20, 10, 4],
    [40, 4, 34, 20],
  ],
}
const features: Block = {
  kinds: ['feature-text', 'feature-item'],
  height: 15,
  rects: [...row(4, 4, 4, 4), ...row(4, 10, 12, 1.5)],
}
const about: Block = {
  kinds: ['about'],
  height: 22,
  rects: [
    [6, 4, 15, 14],
    [23, 4, 11, 6],
    [23, 12, 11, 6],
    [42, 5, 28, 2],
    [42, 10, 32, 1.5],
    [42, 14, 26, 1.5],
  ],
}
const counters: Block = { kinds: ['counters'], height: 12, rects: [...row(4, 3, 8, 3), ...row(4, 8, 12, 1.5)] }
const pricing: Block = { kinds: ['pricing-package'], height: 28, rects: [...row(3, 5, 20, 18)] }
const services: Block = {
  kinds: ['service-text', 'service-item'],
  height: 24,
  rects: [
    [6, 4, 28, 16],
    ...[5, 10, 15].flatMap((y): Rect[] => [
      [40, y, 14, 2],
      [58, y, 14, 2],
    ]),
  ],
}
const quotes: Block = {
  kinds: ['testimonial-text', 'testimonial'],
  height: 17,
  rects: [[6, 3, 20, 2], ...row(3, 8, 19, 1.5), ...row(3, 12, 15, 1.5)],
}
const work: Block = { kinds: ['work-step'], height: 17, rects: [...row(4, 4, 9, 6), ...row(4, 12, 13, 1.5)] }
const video: Block = {
  kinds: ['video-section', 'video-member'],
  height: 21,
  rects: [
    [6, 6, 22, 2],
    [6, 11, 18, 1.5],
    [36, 4, 38, 13],
  ],
}
const team: Block = { kinds: ['team-text', 'team-member'], height: 18, rects: [[6, 3, 18, 2], ...row(4, 8, 14, 7)] }
const faq: Block = {
  kinds: ['faq-text', 'faq-item'],
  height: 18,
  rects: [[6, 4, 18, 2.5], ...[4, 8, 12].map((y): Rect => [36, y, 38, 1.5])],
}
const skills: Block = {
  kinds: ['experience'],
  height: 20,
  rects: [
    [6, 4, 26, 2.5],
    [6, 9, 28, 1.5],
    [6, 13, 22, 1.5],
    [44, 4, 28, 2.5],
    [44, 9, 22, 2.5],
    [44, 14, 25, 2.5],
  ],
}
const contact: Block = {
  kinds: ['contact-entry'],
  height: 34,
  rects: [
    ...[5, 13, 21].flatMap((y): Rect[] => [
      [6, y, 4, 4],
      [13, y + 1, 18, 1.5],
    ]),
    [40, 4, 34, 26],
  ],
}
const legal: Block = {
  kinds: ['legal-clause'],
  height: 50,
  rects: [5, 21, 37].flatMap((y): Rect[] => [
    [6, y, 20, 2.5],
    [6, y + 5, 44, 1.5],
    [6, y + 8.5, 38, 1.5],
  ]),
}
const action: Block = {
  kinds: ['call-to-action'],
  height: 12,
  rects: [
    [6, 5, 30, 2.5],
    [60, 4, 14, 4],
  ],
  isDark: true,
}
const footer: Block = {
  kinds: ['footer-about', 'footer-address', 'footer-social', 'copyright'],
  height: 18,
  rects: [...row(4, 5, 10, 1.5), ...row(4, 9, 13, 1.5), [6, 14, 30, 1]],
  isDark: true,
}

const home = [bar, hero, features, about, counters, pricing, services, quotes, work, video, team, faq, action, footer]

/** The public pages by the name that sections use for them, top to bottom. */
export const miniPages: Record<string, readonly Block[]> = {
  Home: home,
  'Every page': home,
  Services: [bar, title, counters, services, skills, action, footer],
  Pricing: [bar, title, pricing, faq, action, footer],
  Contact: [bar, title, contact, action, footer],
  Privacy: [bar, title, legal, footer],
  Terms: [bar, title, legal, footer],
}
