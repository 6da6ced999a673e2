import { defineContentKind } from '../../core/content-kind.ts'
import { choiceField, imageField, linkField, textField } from '../../core/field.ts'

/** Link and category are required (P-29); the choices begin with the first. */
export const canvaTemplate = defineContentKind({
  kind: 'design-item',
  title: 'Design item',
  shape: 'list',
  group: 'more',
  shownOn: [],
  isOptional: true,
  fields: {
    format: choiceField('Format', ['Facebook', 'Instagram', 'Youtube'], {
      initial: 'Facebook',
      help: 'Where the template will be posted.',
    }),
    category: textField('Category', { help: 'A word to find it by, such as: Open house.' }),
    canvaLink: linkField('Template link', { help: 'The template’s link on Canva.' }),
    imageLink: imageField('Preview image', { optional: true }),
    freeOrPaid: choiceField('Free or paid', ['Free', 'Paid'], { initial: 'Free' }),
  },
  api: { list: '/items', add: '/add-item' },
  editor: { home: '/add-item', name: 'Design items', shows: ['category', 'format', 'freeOrPaid', 'canvaLink', 'imageLink'] },
  messages: { added: 'Item is Updated' },
})
