import { defineContentKind } from '../../core/content-kind.ts'
import { textField } from '../../core/field.ts'

export const servicesSectionHeading = defineContentKind({
  kind: 'service-text',
  title: 'Services heading',
  shape: 'single',
  group: 'services',
  shownOn: ['Home', 'Services'],
  fields: {
    servicesubHeading: textField('Small heading', { help: 'A short line above the heading.' }),
    serviceHeading: textField('Heading', { help: 'Best under 40 characters.' }),
  },
  api: { list: '/service', one: '/service/:id', add: '/add-Service', update: '/service/:id' },
  editor: { home: '/edit-service', name: 'Services', record: '/servicetext-edit/:id' },
  messages: { added: 'Service is Updated', updated: 'Service is Updated' },
})
