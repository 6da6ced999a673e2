import { defineContentKind } from '../../core/content-kind.ts'
import { imageField } from '../../core/field.ts'

export const logo = defineContentKind({
  kind: 'logo',
  title: 'Logo',
  shape: 'single',
  group: 'frame',
  shownOn: ['Every page'],
  fields: {
    logo: imageField('Logo image', {
      help: 'Shows beside your name in the header and footer. A square image works best.',
    }),
  },
  api: { list: '/logo', one: '/logo/:id', add: '/add-logo', update: '/logo/:id' },
  editor: {
    home: '/add-logo',
    record: '/edit-logo/:id',
    seeAlso: {
      says: 'The name beside the logo is the business name.',
      link: 'Change the name in Business info',
      to: '/add-address-footer',
    },
  },
  messages: { added: 'Logo is Updated', updated: 'Logo is Updated' },
})
