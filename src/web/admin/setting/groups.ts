import type { Group } from '../../../contract/section.ts'

/** The groups of the menu of editors, in its order; `id` is the anchor. */
export const groups: Record<Group, { id: string; title: string; note: string }> = {
  home: { id: 'home', title: 'Home', note: 'The parts of the home page, top to bottom' },
  otherPages: {
    id: 'other-pages',
    title: 'Other pages',
    note: 'Services, Pricing, Contact, samples of our work, Privacy and Terms',
  },
  brand: { id: 'brand', title: 'Brand', note: 'On every page' },
  footer: { id: 'footer', title: 'Footer', note: 'On every page' },
  searchEngines: {
    id: 'search-engines',
    title: 'Search engines',
    note: 'How the site is found, and what became of old addresses',
  },
  more: { id: 'more', title: 'More', note: 'Not on the public pages' },
  account: { id: 'account', title: 'Account', note: 'Who runs the site and who is paid' },
}
