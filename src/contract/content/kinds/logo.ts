import { defineContentKind } from '../../core/content-kind.ts'
import { imageField } from '../../core/field.ts'

/** The product's own mark, until the owner chooses a logo. */
export const BUILT_IN_LOGO = '/art/mark.svg'

export const logo = defineContentKind({
  kind: 'logo',
  title: 'Logo',
  shape: 'single',
  group: 'frame',
  shownOn: ['Every page'],
  fields: {
    logo: imageField('Logo image', {
      help: 'Shows beside your name on pages, in emails, on invoices and as the icon in browser tabs. Upload a file: a link to another site shows on pages only. A square image works best.',
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
