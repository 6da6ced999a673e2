import { defineContentKind } from '../../core/content-kind.ts'
import { longTextField, textField } from '../../core/field.ts'

export const footerAbout = defineContentKind({
  kind: 'footer-about',
  title: 'Footer about',
  shape: 'single',
  group: 'frame',
  shownOn: ['Every page'],
  fields: {
    aboutFooterText: textField('Heading', { help: 'Names the first column of the footer.' }),
    aboutFooterDetails: longTextField('Text', { help: 'One or two sentences under the logo.' }),
  },
  api: { list: '/footer-about', one: '/footer-about/:id', add: '/add-footer-about', update: '/footer-about/:id' },
  editor: { home: '/add-about-footer/', record: '/edit-about-footer/:id' },
  messages: { added: 'Footer About  is Updated', updated: 'Footer About  is Updated' },
})
