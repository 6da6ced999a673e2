import { defineContentKind } from '../../grammar/content-kind.ts'
import { email, hours, text, timeZone } from '../../grammar/field.ts'

/**
 * The one record of name, address, phone and hours: header, footer, contact page, structured data and
 * mail read it. The spec's five fields come first; those that it lacks are optional, so that its own calls still do.
 */
export const footerAddress = defineContentKind({
  kind: 'footer-address',
  title: 'Footer address',
  shape: 'single',
  group: 'footer',
  shownOn: ['Every page'],
  fields: {
    banLocation: text('First address', { help: 'The office that visitors and search engines should go by.' }),
    ukLocation: text('Second address', { help: 'With one office only, repeat the first.' }),
    banPhone: text('First phone number', { help: 'With the country code, so that it can be called with one tap.' }),
    ukPhone: text('Second phone number', { help: 'With one number only, repeat the first.' }),
    footerEmail: email('Email'),
    businessName: text('Business name', { optional: true, help: 'As people know you; the same everywhere on the web.' }),
    openingHours: hours('Working time', { optional: true, help: 'For example: Mon-Sat 9am-8pm, Sunday closed' }),
    timeZone: timeZone('Time zone', {
      optional: true,
      help: 'All dates, times and months use it. For example: America/New_York',
    }),
    streetAddress: text('Street and number', { optional: true, help: 'The first address in parts, for search engines.' }),
    addressLocality: text('City', { optional: true }),
    addressRegion: text('State or region', { optional: true }),
    postalCode: text('Postal code', { optional: true }),
    addressCountry: text('Country', { optional: true, help: 'Two letters, for example: US' }),
    coordinates: text('Place on the map', {
      optional: true,
      help: 'Latitude and longitude with five decimals, as a map shows them for the first address. For example: 39.78172, -89.65015',
    }),
    areaServed: text('Area served', {
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
