import { email, text } from '../field.ts'
import { defineSection } from '../section.ts'

export const footerAddress = defineSection({
  kind: 'footer-address',
  title: 'Footer address',
  shape: 'single',
  group: 'footer',
  shownOn: ['Every page'],
  fields: {
    banLocation: text('First address', { help: 'The office that visitors and search engines should go by.' }),
    ukLocation: text('Second address', { help: 'With one office only, repeat the first.' }),
    banPhone: text('First phone number', { help: 'With the country code, so that it can be called with one tap.' }),
    ukPhone: text('Second phone number', { help: 'With one number only, repeat the first.' }),
    footerEmail: email('Email'),
  },
  api: { list: '/footer-address', one: '/footer-address/:id', add: '/add-footer-address', update: '/footer-address/:id' },
  editor: { home: '/add-address-footer', record: '/edit-address-footer/:id' },
  messages: { added: 'Footer Address is Updated', updated: 'Footer Address is Updated' },
})
