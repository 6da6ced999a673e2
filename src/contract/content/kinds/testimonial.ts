import { defineContentKind } from '../../grammar/content-kind.ts'
import { choice, image, longText, text } from '../../grammar/field.ts'

/** Whoever said it agreed to be quoted. */
export const CONSENT_GIVEN = 'Given'

export const testimonial = defineContentKind({
  kind: 'testimonial',
  title: 'Testimonial',
  shape: 'list',
  group: 'home',
  shownOn: ['Home'],
  fields: {
    desc: longText('What they said', { help: 'Their own words, without quotation marks. Five stars are drawn above them.' }),
    personName: text('Name', { help: 'A real client who agreed to be quoted.' }),
    personTitle: text('Role and place', { help: 'For example: Broker, two offices.' }),
    image: image('Picture', {
      optional: true,
      place: { width: 48, height: 48 },
      help: 'A small square picture beside the name. Without one, the initials stand there.',
    }),
    // What the specification's record does not have: where the words are from.
    quoteSource: text('Where it was said', { optional: true, help: 'Shown under the quote. For example: an email.' }),
    quoteDate: text('When it was said', { optional: true, help: 'For example: March 2026.' }),
    quoteConsent: choice('Consent to publish', [CONSENT_GIVEN, 'None'], {
      optional: true,
      initial: 'None',
      choiceNames: { None: 'Not on record' },
      help: 'Said under the quote once it is given. Keep their answer: you may have to show it.',
    }),
  },
  api: { list: '/testimonials', one: '/testimonial/:id', add: '/add-testimonial', update: '/testimonial/:id' },
  editor: {
    home: '/edit-testimonial',
    record: '/edit-testimonial/:id',
    words: { list: 'Testimonial List' },
    shows: ['personName', 'desc', 'personTitle', 'image'],
  },
  messages: { added: 'Step Section is Updated', updated: 'Step Section is Updated' },
})
