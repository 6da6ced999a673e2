import { defineContentKind } from '../../grammar/content-kind.ts'
import { choice, longText, text } from '../../grammar/field.ts'

export const faqItem = defineContentKind({
  kind: 'faq-item',
  title: 'FAQ item',
  shape: 'list',
  group: 'home',
  shownOn: ['Home', 'Pricing'],
  pageField: 'faqPage',
  fields: {
    accodingTitle: text('Question', { help: 'In the words a client would use.' }),
    accodingText: longText('Answer', { help: 'Answer in the first sentence. An empty line starts a new paragraph.' }),
    // The specification's record has no such field, and stands on both pages.
    faqPage: choice('Page', ['Both', 'Home', 'Pricing'], {
      optional: true,
      initial: 'Both',
      choiceNames: { Both: 'Home and Pricing' },
      help: 'Best one of them: search engines think less of an answer that stands on two pages.',
    }),
  },
  api: { list: '/faq-items', one: '/faq-item/:id', add: '/add-faq-item', update: '/faq-item/:id' },
  editor: { home: '/edit-faq', record: '/faq-edit/:id', shows: ['accodingTitle', 'accodingText'] },
  messages: { added: 'FAQ Item is Added', updated: 'FAQ Item is Updated' },
})
