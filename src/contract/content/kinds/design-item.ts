import { defineContentKind } from '../../grammar/content-kind.ts'
import { choice, image, link, text } from '../../grammar/field.ts'

/** Link and category are required (spec section 2); the choices begin with the first. */
export const designItem = defineContentKind({
  kind: 'design-item',
  title: 'Design item',
  shape: 'list',
  group: 'more',
  shownOn: [],
  worksEmpty: true,
  fields: {
    format: choice('Format', ['Facebook', 'Instagram', 'Youtube'], {
      initial: 'Facebook',
      help: 'Where the template will be posted.',
    }),
    category: text('Category', { help: 'A word to find it by, for example: Open house.' }),
    canvaLink: link('Template link', { help: 'The address of the template on Canva.' }),
    imageLink: image('Preview picture', { optional: true }),
    freeOrPaid: choice('Free or paid', ['Free', 'Paid'], { initial: 'Free' }),
  },
  api: { list: '/items', add: '/add-item' },
  editor: { home: '/add-item', name: 'Design items', shows: ['category', 'format', 'freeOrPaid', 'canvaLink', 'imageLink'] },
  messages: { added: 'Item is Updated' },
})
