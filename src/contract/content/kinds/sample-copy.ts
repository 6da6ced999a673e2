import { defineCopyKind } from '../../core/define-page-copy-kind.ts'
import { textField } from '../../core/field.ts'
import { samplePageIntro } from './sample-page-intro.ts'

/** The links to both sample pages, on every page that has them. */
export const samplePageLinkTextFields = {
  reportLink: textField('Link to the sample report', { initial: 'See a sample report', optional: true }),
  auditLink: textField('Link to the sample audit', { initial: 'See a sample audit', optional: true }),
}

export const sampleCopy = defineCopyKind({
  kind: 'sample-words',
  part: 'Sample pages',
  siblingKind: samplePageIntro,
  fieldsNotOnPage: {
    'Sample report': ['over', 'effect', 'effort', 'evidence', 'remedy', 'reportLink'],
    'Sample audit': ['change', 'auditLink'],
  },
  fields: {
    // Readers of a linked or printed sheet must not take it for a client's.
    mark: textField('Label on every sample', { initial: 'Sample: made-up brokerage, made-up figures' }),
    preparedFor: textField('Line above the summary', { initial: 'Prepared for {brokerage}' }),
    change: textField('Column of changes', { initial: 'Change' }),
    over: textField('Label of values above the target', { initial: 'too high' }),
    effect: textField('Impact', { initial: 'Impact' }),
    effort: textField('Effort', { initial: 'Effort' }),
    evidence: textField('Evidence', { initial: 'Evidence' }),
    remedy: textField('Fix', { initial: 'Fix' }),
    packagesLink: textField('Button at the end', { initial: 'See the packages' }),
    ...samplePageLinkTextFields,
  },
})
