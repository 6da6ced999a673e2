import { defineContentKind } from '../../grammar/content-kind.ts'
import { image, link, longText, text } from '../../grammar/field.ts'

export const banner = defineContentKind({
  kind: 'banner',
  title: 'Banner',
  shape: 'single',
  group: 'home',
  shownOn: ['Home'],
  fields: {
    bannerHeading: text('Heading', { help: 'The largest line on the home page. Best under 60 characters.' }),
    buttonTwoLink: text('Second heading', { help: 'The line under the heading: who the service is for.' }),
    bannerDetails: longText('Details', { help: 'Two or three sentences under both headings.' }),
    bannerImage: image('Image', {
      place: { width: 760, height: 660 },
      help: 'Fills the right half of the page, or stands below the text on a phone.',
    }),
    buttonOneText: text('Button text', { help: 'Two or three words that say what happens next.' }),
    buttonOneLink: link('Button link', { help: 'Where the button leads, such as #pricing-sec or /contact.' }),
  },
  api: { list: '/banner', one: '/banner/:id', add: '/add-banner', update: '/update-banner/:id' },
  editor: { home: '/edit-banner', record: '/banner/:id', words: { edit: 'Edit Banner Section' } },
  messages: { added: 'Banner is Updated', updated: 'Banner is Updated' },
})
