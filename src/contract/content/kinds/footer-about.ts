import { defineContentKind } from '../../grammar/content-kind.ts'
import { longText, text } from '../../grammar/field.ts'

export const footerAbout = defineContentKind({
  kind: 'footer-about',
  title: 'Footer about',
  shape: 'single',
  group: 'footer',
  shownOn: ['Every page'],
  fields: {
    aboutFooterText: text('Heading', { help: 'Names the first column of the footer.' }),
    aboutFooterDetails: longText('Text', { help: 'One or two sentences under the logo.' }),
  },
  api: { list: '/footer-about', one: '/footer-about/:id', add: '/add-footer-about', update: '/footer-about/:id' },
  editor: { home: '/add-about-footer/', record: '/edit-about-footer/:id' },
  messages: { added: 'Footer About  is Updated', updated: 'Footer About  is Updated' },
})
