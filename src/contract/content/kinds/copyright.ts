import { defineContentKind } from '../../core/content-kind.ts'
import { textField } from '../../core/field.ts'

export const copyright = defineContentKind({
  kind: 'copyright',
  title: 'Copyright',
  shape: 'single',
  group: 'frame',
  shownOn: ['Every page'],
  fields: {
    copyrightText: textField('Copyright line', { help: 'The last line of every page.' }),
  },
  api: { list: '/copyrights', one: '/copyrights/:id', add: '/add-footer-copyright', update: '/copyrights/:id' },
  editor: { home: '/add-copyright', record: '/edit-copyright/:id' },
  messages: { added: 'Footer Copy Right Updated', updated: 'Footer Copy Right Updated' },
})
