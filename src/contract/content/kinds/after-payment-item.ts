import { defineContentKind } from '../../core/content-kind.ts'
import { choiceField, formattedTextField, textField } from '../../core/field.ts'

/** What customers can count on: the first month step by step, the rules after it, and the promises. */
export const afterPaymentItem = defineContentKind({
  kind: 'after-payment',
  title: 'After payment',
  shape: 'list',
  group: 'pricing',
  shownOn: ['Pricing', 'Home', 'Terms'],
  isOnPage: ({ place }, page) => place === 'Promise' || page === 'Pricing',
  isOptional: true,
  fields: {
    place: choiceField('Place', ['Step', 'Term', 'Promise'], {
      choiceLabels: {
        Step: 'Step of the first month',
        Term: 'After the first month',
        Promise: 'Promise (also on the order and pay pages and in the terms)',
      },
    }),
    label: textField('Label', { help: 'For example: Days 2 to 5.' }),
    title: textField('Title'),
    details: formattedTextField('Text', { help: 'An empty line starts a new paragraph.' }),
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
