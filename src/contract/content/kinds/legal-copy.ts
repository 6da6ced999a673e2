import { defineCopyKind } from '../../core/define-page-copy-kind.ts'
import { textField } from '../../core/field.ts'
import { legalClause } from './legal-clause.ts'

export const legalCopy = defineCopyKind({
  kind: 'legal-words',
  part: 'Legal pages',
  siblingKind: legalClause,
  fieldsNotOnPage: { Privacy: ['termsHeading', 'promisesHeading', 'legalName'], Terms: ['privacyHeading'] },
  fields: {
    privacyHeading: textField('Heading of the privacy page', { initial: 'Privacy' }),
    termsHeading: textField('Heading of the terms page', { initial: 'Terms' }),
    updated: textField('Date at the end', {
      initial: 'Last updated {date}',
      optional: true,
      help: '{date} stands for the day of the last change.',
    }),
    legalName: textField('Above the terms: your legal name', {
      initial: 'These terms are between you and {name}.',
      optional: true,
      help: '{name} stands for the legal name in Business info. Not shown without one.',
    }),
    promisesHeading: textField('Above the promises in the terms', { initial: 'What we promise' }),
  },
})
