import { text } from '../../grammar/field.ts'
import { defineWords } from '../../grammar/words.ts'
import { copyright } from './copyright.ts'

/** What the footer says besides its own records; its page links have the names that the menu gives them. */
export const footerWords = defineWords({
  kind: 'footer-words',
  part: 'Footer',
  beside: copyright,
  home: '/edit-footer',
  fields: {
    pagesHeading: text('Heading of the page links', { initial: 'Pages' }),
    addressHeading: text('Heading of the address', { initial: 'Contact Us' }),
    subscribeLabel: text('Above the subscribe box', { initial: 'Subscribe by email' }),
    subscribeExample: text('Example in the subscribe box', { initial: 'you@example.com', optional: true }),
    subscribeButton: text('Subscribe button', { initial: 'Subscribe', most: 24 }),
    subscribeNote: text('Under the subscribe box', {
      initial: 'News on local search, now and then. Unsubscribe anytime.',
      optional: true,
    }),
    privacyLink: text('Link to the privacy page', { initial: 'Privacy' }),
    termsLink: text('Link to the terms page', { initial: 'Terms' }),
    topLink: text('Link back to the top', { initial: 'Back to top', most: 24 }),
  },
})
