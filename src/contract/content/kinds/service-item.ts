import { defineContentKind } from '../../core/content-kind.ts'
import { choiceField, formattedTextField, iconField, imageField, longTextField, textField } from '../../core/field.ts'
import { seoFields } from '../../core/seo-fields.ts'
import { samplePageNames } from './sample-page-intro.ts'

/** These fields fill the service's own page. An owner enters them after the service exists. */
const later = { optional: true, notOnAdd: true, initial: '' }
const lines = 'One per line.'
const inPackage = (name: string) => textField(`What ${name} includes`, { ...later, help: 'Blank = not included.' })

const onOwnPageOnly = [
  ...['serviceHeading', 'serviceWork', 'serviceSteps', 'serviceReceives', 'serviceWhen', 'serviceNeeds', 'serviceFit'],
  ...['serviceSample', 'serviceQuestion', 'serviceAnswer'],
  ...Object.keys(seoFields),
]
const inclusions = ['serviceInBasic', 'serviceInStandard', 'serviceInPremium']

export const serviceItem = defineContentKind({
  kind: 'service-item',
  title: 'Service',
  shape: 'list',
  group: 'services',
  shownOn: ['Home', 'Services', 'Pricing', 'Service pages'],
  fieldsNotOnPage: {
    Home: ['serviceSummary', ...onOwnPageOnly, ...inclusions],
    Services: [...onOwnPageOnly, ...inclusions],
    Pricing: ['serviceDetails', 'serviceSummary', 'serviceIcon', 'serviceImg', ...onOwnPageOnly],
    'Service pages': ['serviceName', 'serviceDetails', 'serviceSummary', 'shareImage'],
  },
  fields: {
    serviceName: choiceField('Place', ['Main', 'NotMain'], {
      notOnAdd: true,
      initial: 'NotMain',
      choiceLabels: { Main: 'Main service', NotMain: 'Standard service' },
      help: 'The main service is the large block. Standard ones are listed beside it.',
    }),
    serviceTitle: textField('Title', { help: 'Two to four words.' }),
    serviceDetails: longTextField('Details', { help: 'One or two sentences; the main service has room for three.' }),
    serviceIcon: iconField('Icon', { help: 'The small line drawing before the title.' }),
    serviceImg: imageField('Image', {
      place: { width: 588, height: 300 },
      notOnAdd: true,
      initial: '',
      optional: true,
      help: 'Shows on the service’s own page. For the main service, on the home page too.',
    }),
    serviceSummary: longTextField('Summary', { ...later, help: 'Replaces the details on the Services page.' }),
    serviceHeading: textField('Heading of its page', { ...later, help: 'Blank = the title.' }),
    serviceWork: formattedTextField('What we do', {
      ...later,
      help: 'Fill in both this and “What you receive” to give this service its own page.',
    }),
    serviceSteps: longTextField('How it works', { ...later, help: 'One step per line: a title, a colon and the text.' }),
    serviceReceives: longTextField('What you receive', { ...later, help: lines }),
    serviceWhen: formattedTextField('When', later),
    serviceNeeds: longTextField('What we need from you', { ...later, help: lines }),
    serviceFit: formattedTextField('Is it right for you?', { ...later, help: 'Who should order it, and who shouldn’t.' }),
    serviceSample: choiceField('Sample to link to', samplePageNames, {
      ...later,
      help: 'The sample page that shows this service.',
    }),
    serviceInBasic: inPackage('Basic'),
    serviceInStandard: inPackage('Standard'),
    serviceInPremium: inPackage('Premium'),
    serviceQuestion: textField('Question', { ...later, help: 'A question clients ask.' }),
    serviceAnswer: formattedTextField('Answer', later),
    pageTitle: { ...seoFields.pageTitle, ...later, label: 'Title in search results' },
    pageDescription: { ...seoFields.pageDescription, ...later, label: 'Description in search results' },
    shareImage: { ...seoFields.shareImage, ...later },
    socialTitle: { ...seoFields.socialTitle, ...later },
    socialText: { ...seoFields.socialText, ...later },
    shareImageAlt: { ...seoFields.shareImageAlt, ...later },
    searchVisibility: { ...seoFields.searchVisibility, notOnAdd: true },
    canonicalUrl: { ...seoFields.canonicalUrl, ...later },
  },
  api: { list: '/service-items', one: '/service-item/:id', add: '/add-service-item', update: '/service-item/:id' },
  editor: {
    home: '/edit-service',
    record: [
      { path: '/main-service-edit/:id', when: { field: 'serviceName', is: 'Main' }, hiddenFields: ['serviceName'] },
      { path: '/service-edit/:id' },
    ],
    shows: ['serviceTitle', 'serviceIcon', 'serviceDetails'],
  },
  messages: { added: 'Item is Added', updated: 'Item is Updated' },
})
