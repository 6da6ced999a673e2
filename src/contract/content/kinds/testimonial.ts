import { defineContentKind } from '../../core/content-kind.ts'
import { choiceField, imageField, longTextField, textField } from '../../core/field.ts'

/** The speaker agreed to be quoted. */
export const TESTIMONIAL_CONSENT_GIVEN = 'Given'

export const testimonial = defineContentKind({
  kind: 'testimonial',
  title: 'Testimonial',
  shape: 'list',
  group: 'home',
  shownOn: ['Home'],
  fields: {
    desc: longTextField('What they said', { help: 'Their own words, without quotation marks. Five stars are drawn above them.' }),
    personName: textField('Name', { help: 'A real client who agreed to be quoted.' }),
    personTitle: textField('Role and place', { help: 'For example: Broker, two offices.' }),
    image: imageField('Photo', {
      optional: true,
      place: { width: 48, height: 48 },
      help: 'A small square photo beside the name. Without one, the initials show.',
    }),
    // Not base fields. They state the origin of the quote (P-31).
    quoteSource: textField('Where it was said', { optional: true, help: 'Shown under the quote. For example: an email.' }),
    quoteDate: textField('When it was said', { optional: true, help: 'For example: March 2026.' }),
    quoteConsent: choiceField('Consent to publish', [TESTIMONIAL_CONSENT_GIVEN, 'None'], {
      optional: true,
      initial: 'None',
      choiceLabels: { None: 'Not on record' },
      help: 'Shows under the quote once you have it. Keep their answer, in case you have to prove it.',
    }),
  },
  api: { list: '/testimonials', one: '/testimonial/:id', add: '/add-testimonial', update: '/testimonial/:id' },
  editor: {
    home: '/edit-testimonial',
    record: '/edit-testimonial/:id',
    labels: { list: 'Testimonial List' },
    shows: ['personName', 'desc', 'personTitle', 'image'],
  },
  ownerOnlyFields: ['desc', 'personName'],
  messages: { added: 'Step Section is Updated', updated: 'Step Section is Updated' },
})
