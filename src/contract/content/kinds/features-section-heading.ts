import { defineContentKind } from '../../core/content-kind.ts'
import { textField } from '../../core/field.ts'

export const featuresSectionHeading = defineContentKind({
  kind: 'feature-text',
  title: 'Features heading',
  shape: 'single',
  group: 'home',
  shownOn: ['Home'],
  fields: {
    FeaturesText: textField('Small heading', { help: 'A short line above the heading.' }),
    FeaturesHeading: textField('Heading', { help: 'Best under 40 characters.' }),
  },
  api: { list: '/featurestext', one: '/featurestext/:id', add: '/add-feature-text', update: '/featurestext/:id' },
  editor: { home: '/edit-services-features', name: 'Features', record: '/featurestext-edit/:id' },
  messages: { added: 'Features Text is Updated', updated: 'Feature Text Is Updated' },
})
