import { defineContentKind } from '../../core/content-kind.ts'
import { choiceField, emailField, openingHoursField, textField, timeZoneField } from '../../core/field.ts'

/** Fields that stand in structured data only. */
const forSearchEngines = [
  ...['streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'addressCountry', 'coordinates', 'areaServed'],
]

/** Fields that visitors read in the footer and on the contact page. */
const forVisitors = ['banLocation', 'ukLocation', 'banPhone', 'ukPhone', 'footerEmail', 'openingHours', 'timeZone']

/**
 * The one record of name, address, phone and hours. Header, footer, contact page, terms, structured data and emails read
 * it. The five base fields come first. The others are optional (P-5, P-32).
 */
export const businessInfo = defineContentKind({
  kind: 'footer-address',
  title: 'Business info',
  shape: 'single',
  group: 'business',
  shownOn: ['Every page', 'Contact', 'Terms'],
  fieldsNotOnPage: {
    Contact: ['businessName', 'legalName', 'answerDays', ...forSearchEngines],
    Terms: ['businessName', 'answerDays', ...forVisitors, ...forSearchEngines],
  },
  fields: {
    banLocation: textField('Address', { help: 'Your main office, as visitors should read it.' }),
    ukLocation: textField('Second address', { optional: true, help: 'Only if you have a second office.' }),
    banPhone: textField('Phone number', {
      isIdentifier: true,
      help: 'Start with the country code, such as +1, so people can tap to call.',
    }),
    ukPhone: textField('Second phone number', { isIdentifier: true, optional: true, help: 'Only if you have a second number.' }),
    footerEmail: emailField('Email'),
    businessName: textField('Business name', {
      optional: true,
      help: 'The name people know you by. Use the same one everywhere on the web.',
    }),
    openingHours: openingHoursField('Hours', { optional: true, help: 'For example: Mon-Sat 9am-8pm, Sunday closed' }),
    timeZone: timeZoneField('Time zone', {
      optional: true,
      help: 'For all dates and times on your site. For example: America/New_York',
    }),
    answerDays: choiceField('Business days to answer a client', ['1', '2', '3'], {
      optional: true,
      initial: '1',
    }),
    streetAddress: textField('Street address', { optional: true, help: 'Your address in parts, for search engines.' }),
    addressLocality: textField('City', { optional: true }),
    addressRegion: textField('State', { optional: true }),
    postalCode: textField('ZIP code', { isIdentifier: true, optional: true }),
    addressCountry: textField('Country', { optional: true, help: 'Two letters, such as: US' }),
    coordinates: textField('Place on the map', {
      isIdentifier: true,
      optional: true,
      help: 'Latitude and longitude of your address, copied from an online map. For example: 39.78172, -89.65015',
    }),
    areaServed: textField('Area served', {
      optional: true,
      help: 'The cities or counties that you serve, separated by commas. For example: Sangamon County, Springfield',
    }),
    legalName: textField('Legal name', {
      optional: true,
      help: 'Your registered company name, if it differs, such as: Sample Realty LLC. For invoices, terms and search engines.',
    }),
  },
  api: { list: '/footer-address', one: '/footer-address/:id', add: '/add-footer-address', update: '/footer-address/:id' },
  editor: { home: '/add-address-footer', record: '/edit-address-footer/:id' },
  facts: {
    businessName: 'words',
    legalName: 'words',
    banLocation: 'words',
    ukLocation: 'words',
    banPhone: 'phone',
    ukPhone: 'phone',
    footerEmail: 'email',
    openingHours: 'hours',
  },
  messages: { added: 'Footer Address is Updated', updated: 'Footer Address is Updated' },
})
