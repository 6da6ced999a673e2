import { defineContentKind } from '../../core/content-kind.ts'
import { emailField, openingHoursField, textField, timeZoneField } from '../../core/field.ts'

/**
 * The one record of name, address, phone and hours. Header, footer, contact page, structured data and emails read it. The
 * five base fields come first. The others are optional (P-5, P-32).
 */
export const footerAddress = defineContentKind({
  kind: 'footer-address',
  title: 'Business info',
  shape: 'single',
  group: 'footer',
  shownOn: ['Every page'],
  fields: {
    banLocation: textField('First address', { help: 'The office that visitors and search engines should go by.' }),
    ukLocation: textField('Second address', { help: 'Only if you have a second office.' }),
    banPhone: textField('First phone number', { help: 'With the country code, so that it can be called with one tap.' }),
    ukPhone: textField('Second phone number', { help: 'Only if you have a second number.' }),
    footerEmail: emailField('Email'),
    businessName: textField('Business name', { optional: true, help: 'As people know you; the same everywhere on the web.' }),
    openingHours: openingHoursField('Hours', { optional: true, help: 'For example: Mon-Sat 9am-8pm, Sunday closed' }),
    timeZone: timeZoneField('Time zone', {
      optional: true,
      help: 'All dates, times and months use it. For example: America/New_York',
    }),
    streetAddress: textField('Street address', { optional: true, help: 'The first address in parts, for search engines.' }),
    addressLocality: textField('City', { optional: true }),
    addressRegion: textField('State', { optional: true }),
    postalCode: textField('ZIP code', { optional: true }),
    addressCountry: textField('Country', { optional: true, help: 'Two letters, for example: US' }),
    coordinates: textField('Place on the map', {
      optional: true,
      help: 'Latitude and longitude with five decimals, as a map shows them for the first address. For example: 39.78172, -89.65015',
    }),
    areaServed: textField('Area served', {
      optional: true,
      help: 'Where your customers are, with commas between. For example: Sangamon County, Springfield',
    }),
  },
  api: { list: '/footer-address', one: '/footer-address/:id', add: '/add-footer-address', update: '/footer-address/:id' },
  editor: { home: '/add-address-footer', record: '/edit-address-footer/:id' },
  facts: {
    businessName: 'words',
    banLocation: 'words',
    ukLocation: 'words',
    banPhone: 'phone',
    ukPhone: 'phone',
    footerEmail: 'email',
    openingHours: 'hours',
  },
  messages: { added: 'Footer Address is Updated', updated: 'Footer Address is Updated' },
})
