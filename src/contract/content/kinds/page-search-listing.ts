import { defineContentKind } from '../../core/content-kind.ts'
import { choiceField } from '../../core/field.ts'
import { publicPages } from '../../core/public-pages.ts'
import { seoFields } from '../../core/seo-fields.ts'

/** Overrides how search engines and link previews show one public page. */
export const pageSearchListing = defineContentKind({
  kind: 'search-listing',
  title: 'Search result',
  shape: 'list',
  group: 'searchEngines',
  shownOn: [],
  isOptional: true,
  pageField: 'page',
  fields: {
    page: choiceField(
      'Page',
      publicPages.map(({ name }) => name),
    ),
    ...seoFields,
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
