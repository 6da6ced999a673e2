import { defineContentKind } from '../../grammar/content-kind.ts'
import { choice, image, longText, text } from '../../grammar/field.ts'
import { searchFields } from '../../grammar/search-fields.ts'

/** A service stands on the other pages without it; its own is written once it is there. */
const later = { optional: true, notOnAdd: true, initial: '' }
const lines = 'One a line.'
const inPackage = (name: string) => text(`In ${name}`, { ...later, help: 'How much of it. Left empty, it is not in there.' })

export const serviceItem = defineContentKind({
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
    serviceSummary: longText('Summary', { ...later, help: 'Instead of the details on the page of all services.' }),
    serviceHeading: text('Heading of its page', { ...later, help: 'Without it, the title.' }),
    serviceWork: longText('What we do', { ...later, help: 'With the next, it gives the service a page of its own.' }),
    serviceReceives: longText('What you receive', { ...later, help: lines }),
    serviceWhen: longText('When', later),
    serviceNeeds: longText('What we need from you', { ...later, help: lines }),
    serviceInBasic: inPackage('Basic'),
    serviceInStandard: inPackage('Standard'),
    serviceInPremium: inPackage('Premium'),
    serviceQuestion: text('Question', { ...later, help: 'One that clients ask.' }),
    serviceAnswer: longText('Answer', later),
    pageTitle: { ...searchFields.pageTitle, ...later, label: 'Title in search results' },
    pageDescription: { ...searchFields.pageDescription, ...later, label: 'Description in search results' },
    shareImage: { ...searchFields.shareImage, ...later },
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
