import { defineContentKind } from '../../core/content-kind.ts'
import { choiceField, longTextField, textField } from '../../core/field.ts'

/** Promises to customers who have paid: the first month step by step, and the rules after it. */
export const afterPayment = defineContentKind({
  kind: 'after-payment',
  title: 'After payment',
  shape: 'list',
  group: 'pricing',
  shownOn: ['Pricing'],
  isOptional: true,
  fields: {
    place: choiceField('Place', ['Step', 'Term', 'Promise'], {
      choiceLabels: {
        Step: 'Step of the first month',
        Term: 'What holds after it',
        Promise: 'Promise: also shown where customers order and pay',
      },
    }),
    label: textField('Label', { help: 'Such as: Days 2 to 5.' }),
    title: textField('Title'),
    details: longTextField('Text', { help: 'An empty line starts a new paragraph.' }),
  },
  api: {
    list: '/after-payment',
    one: '/after-payment/:id',
    add: '/add-after-payment',
    update: '/after-payment/:id',
  },
  editor: {
    home: '/edit-after-payment',
    record: '/edit-after-payment/:id',
    shows: ['title', 'label', 'details'],
  },
  messages: { added: 'After Payment is Updated', updated: 'After Payment is Updated' },
})
