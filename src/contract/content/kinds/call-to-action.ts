import { defineContentKind } from '../../core/content-kind.ts'
import { linkField, longTextField, textField } from '../../core/field.ts'

export const callToAction = defineContentKind({
  kind: 'call-to-action',
  title: 'Call to action',
  shape: 'single',
  group: 'home',
  shownOn: ['Home', 'Services', 'Pricing', 'Contact'],
  fields: {
    heading: textField('Heading', { help: 'Best under 60 characters.' }),
    subHeading: longTextField('Text', { help: 'One or two sentences under the heading.' }),
    buttonText: textField('Button text', {
      optional: true,
      help: 'Two or three words that say what happens next. Blank = Contact Now.',
    }),
    buttonLink: linkField('Button link', { optional: true, help: 'Where the button leads. Blank = the contact page.' }),
  },
  api: { list: '/actions', one: '/actions/:id', add: '/add-action', update: '/update-actions/:id' },
  editor: { home: '/update-calltoaction', record: '/edit-call/:id' },
  messages: { added: 'Action is Updated', updated: 'Action is Updated' },
})
