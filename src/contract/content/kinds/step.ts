import { defineContentKind } from '../../grammar/content-kind.ts'
import { image, longText, text } from '../../grammar/field.ts'

export const step = defineContentKind({
  kind: 'step',
  title: 'Step section',
  shape: 'list',
  group: 'more',
  shownOn: [],
  fields: {
    stepNumber: text('Number', { help: 'For example 01.' }),
    stepTitle: text('Title'),
    stepDetails: longText('Details'),
    stapIcon: image('Picture'),
  },
  api: { list: '/steps', one: '/step-item/:id', add: '/add-step', update: '/step-item/:id' },
  editor: {
    home: '/step-section',
    name: 'Step sections',
    record: '/edit-step/:id',
    words: { list: 'Upcoming Events' },
    shows: ['stepTitle', 'stepNumber', 'stepDetails'],
  },
  messages: { added: 'Step Section is Updated', updated: 'Step Section is Updated' },
})
