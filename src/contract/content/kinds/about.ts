import { defineContentKind } from '../../grammar/content-kind.ts'
import { image, link, longText, text } from '../../grammar/field.ts'

export const about = defineContentKind({
  kind: 'about',
  title: 'About',
  shape: 'single',
  group: 'home',
  shownOn: ['Home', 'Services'],
  fields: {
    aboutText: text('Small heading', { help: 'The short line above the heading.' }),
    aboutHeading: text('Heading', { help: 'Best under 60 characters.' }),
    aboutDetails: longText('Details', { help: 'One paragraph about how you work.' }),
    aboutPointOne: text('First point', { help: 'One short line with a tick before it.' }),
    aboutPointTwo: text('Second point'),
    aboutPointThree: text('Third point'),
    aboutPointFour: text('Fourth point'),
    buttonText: text('Button text'),
    buttonLink: link('Button link', { help: 'Where the button leads, such as /service/.' }),
    callText: text('Line above the phone number', { help: 'For example when somebody answers.' }),
    callNumber: text('Phone number', { help: 'With the country code, so that it can be called from a phone with one tap.' }),
    aboutImgOne: image('First image', {
      place: { width: 348, height: 468 },
      help: 'The tall picture on the left; the only one on a phone.',
    }),
    aboutImgTwo: image('Second image', { place: { width: 236, height: 226 }, help: 'Top right of the three.' }),
    aboutImgThree: image('Third image', { place: { width: 236, height: 226 }, help: 'Bottom right of the three.' }),
  },
  variant: {
    aboutImg: 'aboutImgOne',
    aboutHeading: 'aboutHeading',
    aboutText: 'aboutText',
    aboutDetails: 'aboutDetails',
    aboutPointone: 'aboutPointOne',
    aboutPointwo: 'aboutPointTwo',
    aboutPointhree: 'aboutPointThree',
  },
  api: { list: '/about', one: '/about-us/:id', add: '/add-about', update: '/update-about/:id' },
  editor: { home: '/edit-about', record: [{ path: '/:id', onlyIds: true }], words: { title: 'Update About' } },
  messages: { added: 'About is Updated', updated: 'About is Updated' },
})
