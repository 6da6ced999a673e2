import { defineContentKind } from '../../core/content-kind.ts'
import { imageField, linkField, longTextField, textField } from '../../core/field.ts'

export const banner = defineContentKind({
  kind: 'banner',
  title: 'Banner',
  shape: 'single',
  group: 'home',
  shownOn: ['Home'],
  fields: {
    bannerHeading: textField('Heading', { help: 'The largest line on the home page. Best under 60 characters.' }),
    // The specification's name. It holds no link (P-3).
    buttonTwoLink: textField('Second heading', { help: 'The line under the heading: who the service is for.' }),
    bannerDetails: longTextField('Details', { help: 'Two or three sentences under both headings.' }),
    bannerImage: imageField('Image', {
      place: { width: 760, height: 660 },
      help: 'Fills the right half of the page, or stands below the text on a phone.',
    }),
    buttonOneText: textField('Button text', { help: 'Two or three words that say what happens next.' }),
    buttonOneLink: linkField('Button link', { help: 'Where the button leads, such as #pricing-sec or /contact.' }),
  },
  api: { list: '/banner', one: '/banner/:id', add: '/add-banner', update: '/update-banner/:id' },
  editor: { home: '/edit-banner', record: '/banner/:id', labels: { edit: 'Edit Banner Section' } },
  messages: { added: 'Banner is Updated', updated: 'Banner is Updated' },
})
