import { defineContentKind } from '../../core/content-kind.ts'
import { iconField, imageField, longTextField, textField } from '../../core/field.ts'

export const featureItem = defineContentKind({
  kind: 'feature-item',
  title: 'Feature',
  shape: 'list',
  group: 'home',
  shownOn: ['Home'],
  fields: {
    FeaturesText: textField('Title', { help: 'Two to four words.' }),
    FeaturesDesc: longTextField('Description', { help: 'One or two sentences under the title.' }),
    FeaturesIcon: iconField('Icon', { help: 'The small line drawing above the title.' }),
    FeaturesImg: imageField('Image', { help: 'Shows in this list only. The home page shows the icon.' }),
  },
  api: { list: '/featureitems', one: '/featureitems/:id', add: '/add-feature-Item', update: '/update-featureitems/:id' },
  editor: {
    home: '/edit-services-features',
    record: '/edit-feature-items/:id',
    shows: ['FeaturesText', 'FeaturesImg', 'FeaturesIcon', 'FeaturesDesc'],
  },
  messages: { added: 'Features Services Section is Updated', updated: 'Feature Items Section is Updated' },
})
