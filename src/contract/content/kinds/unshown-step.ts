import { defineContentKind } from '../../core/content-kind.ts'
import { iconField, longTextField, textField } from '../../core/field.ts'

export const unshownStep = defineContentKind({
  kind: 'step',
  title: 'Step section',
  shape: 'list',
  group: 'more',
  shownOn: [],
  fields: {
    stepNumber: textField('Number', { help: 'For example 01.' }),
    stepTitle: textField('Title'),
    stepDetails: longTextField('Details'),
    stapIcon: iconField('Image'),
  },
  api: { list: '/steps', one: '/step-item/:id', add: '/add-step', update: '/step-item/:id' },
  editor: {
    home: '/step-section',
    name: 'Step sections',
    record: '/edit-step/:id',
    labels: { list: 'Upcoming Events' },
    shows: ['stepTitle', 'stepNumber', 'stepDetails'],
  },
  messages: { added: 'Step Section is Updated', updated: 'Step Section is Updated' },
})
