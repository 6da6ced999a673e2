import { choice, image, longText, text } from '../field.ts'
import { IDEAL_DESCRIPTION, IDEAL_TITLE } from '../page-facts.ts'
import { publicPages } from '../public-pages.ts'
import { defineSection } from '../section.ts'
import { SHARE_IMAGE } from '../share-image.ts'

/** How search engines and link previews show one public page, where its own content should not decide that. */
export const searchListing = defineSection({
  kind: 'search-listing',
  title: 'Search result',
  shape: 'list',
  group: 'searchEngines',
  shownOn: [],
  worksEmpty: true,
  pageField: 'page',
  fields: {
    page: choice(
      'Page',
      publicPages.map(({ name }) => name),
    ),
    pageTitle: text('Title', {
      optional: true,
      ideal: IDEAL_TITLE,
      help: 'The line people click on, without the business name. Left empty, the page says it itself.',
    }),
    pageDescription: longText('Description', {
      optional: true,
      ideal: IDEAL_DESCRIPTION,
      help: 'What the page answers, in one or two sentences. Left empty, the page says it itself.',
    }),
    shareImage: image('Share image', {
      optional: true,
      place: SHARE_IMAGE,
      help: '1200 by 630 pixels. Left empty, one is drawn from the title.',
    }),
  },
  api: {
    list: '/search-listings',
    one: '/search-listings/:id',
    add: '/add-search-listing',
    update: '/search-listings/:id',
  },
  unique: 'page',
  editor: {
    home: '/edit-search',
    name: 'Search results',
    icon: 'search',
    panels: 'searchResults',
    record: '/edit-search/:id',
    shows: ['page', 'pageTitle', 'pageDescription'],
  },
  messages: { added: 'Search Result is Updated', updated: 'Search Result is Updated' },
})
