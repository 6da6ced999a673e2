import { defineCopyKind } from '../../core/copy-kind.ts'
import { textField } from '../../core/field.ts'
import { legalClause } from './legal-clause.ts'

export const legalCopy = defineCopyKind({
  kind: 'legal-words',
  part: 'Legal pages',
  siblingKind: legalClause,
  fields: {
    privacyHeading: textField('Heading of the privacy page', { initial: 'Privacy' }),
    termsHeading: textField('Heading of the terms page', { initial: 'Terms' }),
    nothingYet: textField('While a page has no text', {
      initial: 'Nothing has been published here yet. Ask us anything you want to know.',
    }),
    contactLink: textField('Link while a page has no text', { initial: 'Contact Us' }),
  },
})
