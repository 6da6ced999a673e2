import { defineContentKind } from '../../core/content-kind.ts'
import { iconField, longTextField, textField } from '../../core/field.ts'

export const contactMethod = defineContentKind({
  kind: 'contact-entry',
  title: 'Contact entry',
  shape: 'list',
  group: 'contact',
  shownOn: ['Contact'],
  fields: {
    contactTitle: textField('Title', { help: 'For example: Phone.' }),
    contactDetails: longTextField('Details', { help: 'The address, phone number or email, as visitors should read it.' }),
    contactImg: iconField('Icon', { help: 'The small line drawing before the title.' }),
  },
  api: { list: '/contacts', one: '/contacts/:id', add: '/add-contact', update: '/contacts/:id' },
  editor: {
    home: '/add-contact/',
    name: 'Contact entries',
    record: '/edit-contact-page/:id',
    shows: ['contactTitle', 'contactImg', 'contactDetails'],
  },
  messages: { added: 'Contcat Section is Updated', updated: 'Contcat Section is Updated' },
})
