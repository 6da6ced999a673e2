import { text } from '../../grammar/field.ts'
import { defineWords } from '../../grammar/words.ts'
import { legalClause } from './legal-clause.ts'

export const legalWords = defineWords({
  kind: 'legal-words',
  part: 'Legal pages',
  beside: legalClause,
  fields: {
    privacyHeading: text('Heading of the privacy page', { initial: 'Privacy' }),
    termsHeading: text('Heading of the terms page', { initial: 'Terms' }),
    nothingYet: text('While a page has no text', {
      initial: 'Nothing has been published here yet. Ask us anything you want to know.',
    }),
    contactLink: text('Link while a page has no text', { initial: 'Contact Us' }),
  },
})
