import { choice, image, longText, text } from '../field.ts'
import { searchFields } from '../search-fields.ts'
import { defineSection } from '../section.ts'

const optional = true
const lines = 'One a line.'
const inPackage = (name: string) => text(`In ${name}`, { optional, help: 'How much of it. Left empty, it is not in there.' })

export const serviceItem = defineSection({
  kind: 'service-item',
  title: 'Service',
  shape: 'list',
  group: 'home',
  shownOn: ['Home', 'Services', 'Service pages'],
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
    serviceSummary: longText('Summary', { optional, help: 'Instead of the details on the page of all services.' }),
    serviceHeading: text('Heading of its page', { optional, help: 'Without it, the title.' }),
    serviceWork: longText('What we do', { optional, help: 'With the next, it gives the service a page of its own.' }),
    serviceReceives: longText('What you receive', { optional, help: lines }),
    serviceWhen: longText('When', { optional }),
    serviceNeeds: longText('What we need from you', { optional, help: lines }),
    serviceInBasic: inPackage('Basic'),
    serviceInStandard: inPackage('Standard'),
    serviceInPremium: inPackage('Premium'),
    serviceQuestion: text('Question', { optional, help: 'One that clients ask.' }),
    serviceAnswer: longText('Answer', { optional }),
    ...searchFields,
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
