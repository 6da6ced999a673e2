import { defineContentKind } from '../../grammar/content-kind.ts'
import { longText, profile, text } from '../../grammar/field.ts'

export const footerSocial = defineContentKind({
  kind: 'footer-social',
  title: 'Footer social links',
  shape: 'single',
  group: 'footer',
  shownOn: ['Every page'],
  fields: {
    mainAbout: text('Heading', { help: 'Names the links, for example: Follow us.' }),
    aboutText: longText('Text', { help: 'One short sentence about what you post.' }),
    fblink: profile('Facebook link', { help: 'The full address of your page.' }),
    inslink: profile('Instagram link', { help: 'The full address of your profile.' }),
  },
  api: { list: '/footer-social', one: '/footer-social/:id', add: '/add-footer-social', update: '/footer-social/:id' },
  editor: { home: '/add-social-footer', record: '/edit-social-footer/:id' },
  messages: { added: 'Social Link is Updated', updated: 'Social Link is Updated' },
})
