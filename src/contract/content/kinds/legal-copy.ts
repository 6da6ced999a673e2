import { defineCopyKind } from '../../core/define-page-copy-kind.ts'
import { textField } from '../../core/field.ts'
import { legalClause } from './legal-clause.ts'

export const legalCopy = defineCopyKind({
  kind: 'legal-words',
  part: 'Legal pages',
  siblingKind: legalClause,
  fieldsNotOnPage: { Privacy: ['termsHeading', 'promisesHeading'], Terms: ['privacyHeading'] },
  fields: {
    privacyHeading: textField('Heading of the privacy page', { initial: 'Privacy' }),
    termsHeading: textField('Heading of the terms page', { initial: 'Terms' }),
    updated: textField('Date at the end', {
      initial: 'Last updated {date}',
      optional: true,
      help: '{date} stands for the day of the last change.',
    }),
    promisesHeading: textField('Above the promises in the terms', { initial: 'What we promise' }),
  },
})
