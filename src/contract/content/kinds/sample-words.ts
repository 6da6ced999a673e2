import { text } from '../../grammar/field.ts'
import { defineWords } from '../../grammar/words.ts'
import { sampleSheet } from './sample-sheet.ts'

/** The words of the ways to both, on every page that has them. */
export const sampleLinks = {
  reportLink: text('Link to the sample report', { initial: 'See a sample report', optional: true }),
  auditLink: text('Link to the sample audit', { initial: 'See a sample audit', optional: true }),
}

export const sampleWords = defineWords({
  kind: 'sample-words',
  part: 'Sample pages',
  beside: sampleSheet,
  fields: {
    // Whoever comes here by a link, or holds a printed sheet, must not take it for a client's.
    mark: text('Mark of every sheet', { initial: 'Sample: made-up brokerage, made-up figures' }),
    preparedFor: text('Line above the summary', { initial: 'Prepared for {brokerage}' }),
    change: text('Column of changes', { initial: 'Change' }),
    over: text('Mark of what is too high', { initial: 'too high' }),
    effect: text('Impact', { initial: 'Impact' }),
    effort: text('Effort', { initial: 'Effort' }),
    evidence: text('Evidence', { initial: 'Evidence' }),
    remedy: text('Fix', { initial: 'Fix' }),
    packagesLink: text('Button at the end', { initial: 'See the packages' }),
    ...sampleLinks,
    nothingYet: text('Without a sample', { initial: 'There is no sample here at the moment.' }),
  },
})
