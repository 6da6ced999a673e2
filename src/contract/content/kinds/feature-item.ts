import { defineContentKind } from '../../grammar/content-kind.ts'
import { image, longText, text } from '../../grammar/field.ts'

export const featureItem = defineContentKind({
  kind: 'feature-item',
  title: 'Feature',
  shape: 'list',
  group: 'home',
  shownOn: ['Home'],
  fields: {
    FeaturesText: text('Title', { help: 'Two to four words.' }),
    FeaturesDesc: longText('Description', { help: 'One or two sentences under the title.' }),
    FeaturesIcon: image('Icon', { help: 'The small line drawing above the title.' }),
    FeaturesImg: image('Image', { help: 'Kept with the feature and listed here; the home page draws the icon.' }),
  },
  api: { list: '/featureitems', one: '/featureitems/:id', add: '/add-feature-Item', update: '/update-featureitems/:id' },
  editor: {
    home: '/edit-services-features',
    record: '/edit-feature-items/:id',
    shows: ['FeaturesText', 'FeaturesImg', 'FeaturesIcon', 'FeaturesDesc'],
  },
  messages: { added: 'Features Services Section is Updated', updated: 'Feature Items Section is Updated' },
})
