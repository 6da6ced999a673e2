import { choice, image, longText, text } from '../field.ts'
import { defineSection } from '../section.ts'

export const serviceItem = defineSection({
  kind: 'service-item',
  title: 'Service',
  shape: 'list',
  group: 'home',
  shownOn: ['Home', 'Services'],
  fields: {
    serviceName: choice('Place', ['Main', 'NotMain'], {
      notOnAdd: true,
      initial: 'NotMain',
      choiceNames: { Main: 'Main service', NotMain: 'Standard service' },
      help: 'The main service is the large block; standard ones stand in the list beside it.',
    }),
    serviceTitle: text('Title', { help: 'Two to four words.' }),
    serviceDetails: longText('Details', { help: 'One or two sentences; the main service has room for three.' }),
    serviceIcon: image('Icon', { help: 'The small line drawing before the title.' }),
    serviceImg: image('Image', {
      place: { width: 588, height: 300 },
      notOnAdd: true,
      initial: '',
      optional: true,
      help: 'The picture of the main service.',
    }),
  },
  api: { list: '/service-items', one: '/service-item/:id', add: '/add-service-item', update: '/service-item/:id' },
  editor: {
    home: '/edit-service',
    record: [
      { path: '/main-service-edit/:id', when: { field: 'serviceName', is: 'Main' }, hides: ['serviceName'] },
      { path: '/service-edit/:id' },
    ],
    shows: ['serviceTitle', 'serviceIcon', 'serviceDetails'],
  },
  messages: { added: 'Item is Added', updated: 'Item is Updated' },
})
