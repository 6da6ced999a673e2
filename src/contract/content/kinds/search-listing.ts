import { defineContentKind } from '../../grammar/content-kind.ts'
import { choice } from '../../grammar/field.ts'
import { publicPages } from '../../grammar/public-pages.ts'
import { searchFields } from '../../grammar/search-fields.ts'

/** How search engines and link previews show one public page, where its own content should not decide that. */
export const searchListing = defineContentKind({
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
    ...searchFields,
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
