import { defineContentKind } from '../../core/content-kind.ts'
import { longTextField, socialProfileField, textField } from '../../core/field.ts'
import { businessInfo } from './business-info.ts'

export const footerSocialLinks = defineContentKind({
  kind: 'footer-social',
  title: 'Social links',
  shape: 'single',
  group: 'business',
  shownOn: ['Every page'],
  fields: {
    mainAbout: textField('Heading', { help: 'Above the links, such as: Follow us.' }),
    aboutText: longTextField('Text', { help: 'One short sentence about what you post.' }),
    fblink: socialProfileField('Facebook link', { help: 'The full link to your page.' }),
    inslink: socialProfileField('Instagram link', { help: 'The full link to your profile.' }),
  },
  api: { list: '/footer-social', one: '/footer-social/:id', add: '/add-footer-social', update: '/footer-social/:id' },
  editor: { home: '/add-social-footer', record: '/edit-social-footer/:id', alsoOn: businessInfo.editor.home },
  messages: { added: 'Social Link is Updated', updated: 'Social Link is Updated' },
})
