import { defineContentKind } from '../../core/content-kind.ts'
import { textField } from '../../core/field.ts'

export const faqSectionHeading = defineContentKind({
  kind: 'faq-text',
  title: 'FAQ heading',
  shape: 'single',
  group: 'home',
  shownOn: ['Home', 'Pricing'],
  fields: {
    faqText: textField('Small heading', { help: 'A short line above the heading.' }),
    faqHeading: textField('Heading', { help: 'Best under 40 characters.' }),
  },
  api: { list: '/faq', one: '/faq/:id', add: '/add-faq', update: '/faq/:id' },
  editor: { home: '/edit-faq', name: 'FAQ', record: '/faqtext-edit/:id' },
  messages: { added: 'FAQ is Updated', updated: 'FAQ Text is Updated' },
})
