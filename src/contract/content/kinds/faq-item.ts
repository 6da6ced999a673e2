import { defineContentKind } from '../../core/content-kind.ts'
import { choiceField, formattedTextField, textField } from '../../core/field.ts'

export const faqItem = defineContentKind({
  kind: 'faq-item',
  title: 'FAQ item',
  shape: 'list',
  group: 'home',
  shownOn: ['Home', 'Pricing'],
  pageField: 'faqPage',
  fields: {
    accodingTitle: textField('Question', { help: 'In the words a client would use.' }),
    accodingText: formattedTextField('Answer', { help: 'Answer in the first sentence. An empty line starts a new paragraph.' }),
    // Not a base field: without it, the item stands on both pages (P-30).
    faqPage: choiceField('Page', ['Both', 'Home', 'Pricing'], {
      optional: true,
      initial: 'Both',
      choiceLabels: { Both: 'Home and Pricing' },
      help: 'Choose one page: search engines prefer an answer that is on only one.',
    }),
  },
  api: { list: '/faq-items', one: '/faq-item/:id', add: '/add-faq-item', update: '/faq-item/:id' },
  editor: { home: '/edit-faq', record: '/faq-edit/:id', shows: ['accodingTitle', 'accodingText'] },
  messages: { added: 'FAQ Item is Added', updated: 'FAQ Item is Updated' },
})
