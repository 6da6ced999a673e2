import { defineContentKind } from '../../core/content-kind.ts'
import { imageField, linkField, longTextField, textField } from '../../core/field.ts'

export const about = defineContentKind({
  kind: 'about',
  title: 'About',
  shape: 'single',
  group: 'home',
  shownOn: ['Home', 'Services'],
  fieldsNotOnPage: {
    Services: ['aboutImgTwo', 'aboutImgThree', 'aboutDetails', 'buttonText', 'buttonLink', 'callText', 'callNumber'],
  },
  fields: {
    aboutText: textField('Small heading', { help: 'A short line above the heading.' }),
    aboutHeading: textField('Heading', { help: 'Best under 60 characters.' }),
    aboutDetails: longTextField('Details', { help: 'One paragraph about how you work.' }),
    aboutPointOne: textField('First point', { help: 'One short line with a check mark.' }),
    aboutPointTwo: textField('Second point'),
    aboutPointThree: textField('Third point'),
    aboutPointFour: textField('Fourth point'),
    buttonText: textField('Button text'),
    buttonLink: linkField('Button link', { help: 'Where the button leads, such as /service/.' }),
    callText: textField('Line above the phone number', { help: 'For example: Call us, Mon-Sat 9am-8pm' }),
    callNumber: textField('Phone number', {
      isIdentifier: true,
      help: 'Start with the country code, such as +1, so people can tap to call.',
    }),
    aboutImgOne: imageField('First image', {
      place: { width: 348, height: 468 },
      help: 'The tall image on the left. On a phone, the only one.',
    }),
    aboutImgTwo: imageField('Second image', { place: { width: 236, height: 226 }, help: 'Top right of the three.' }),
    aboutImgThree: imageField('Third image', { place: { width: 236, height: 226 }, help: 'Bottom right of the three.' }),
  },
  fieldAliases: {
    aboutImg: 'aboutImgOne',
    aboutHeading: 'aboutHeading',
    aboutText: 'aboutText',
    aboutDetails: 'aboutDetails',
    aboutPointone: 'aboutPointOne',
    aboutPointwo: 'aboutPointTwo',
    aboutPointhree: 'aboutPointThree',
  },
  api: { list: '/about', one: '/about-us/:id', add: '/add-about', update: '/update-about/:id' },
  editor: { home: '/edit-about', record: [{ path: '/:id', matchesOnlyIds: true }], labels: { title: 'Update About' } },
  messages: { added: 'About is Updated', updated: 'About is Updated' },
})
