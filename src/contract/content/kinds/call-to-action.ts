import { defineContentKind } from '../../grammar/content-kind.ts'
import { link, longText, text } from '../../grammar/field.ts'

export const callToAction = defineContentKind({
  kind: 'call-to-action',
  title: 'Call to action',
  shape: 'single',
  group: 'home',
  shownOn: ['Home', 'Services', 'Pricing', 'Contact'],
  fields: {
    heading: text('Heading', { help: 'Best under 60 characters.' }),
    subHeading: longText('Text', { help: 'One or two sentences under the heading.' }),
    buttonText: text('Button text', {
      optional: true,
      help: 'Two or three words that say what happens next. Without them: Contact Now.',
    }),
    buttonLink: link('Button link', { optional: true, help: 'Where the button leads. Without it: the contact page.' }),
  },
  api: { list: '/actions', one: '/actions/:id', add: '/add-action', update: '/update-actions/:id' },
  editor: { home: '/update-calltoaction', record: '/edit-call/:id' },
  messages: { added: 'Action is Updated', updated: 'Action is Updated' },
})
