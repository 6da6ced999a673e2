import { defineCopyKind } from '../../core/define-page-copy-kind.ts'
import { textField } from '../../core/field.ts'
import { achievementCounters } from './achievement-counters.ts'

/** Texts below the counters. Each appears only if the counters have that detail. */
export const achievementCountersCopy = defineCopyKind({
  kind: 'counters-words',
  part: 'Counters',
  siblingKind: achievementCounters,
  fields: {
    asOfLine: textField('When they were counted', {
      initial: 'As of {date}.',
      help: '{date} stands for the date you enter with the counters.',
    }),
    sourceLine: textField('Where they come from', {
      initial: 'Source: {source}.',
      help: '{source} stands for the source you enter with the counters.',
    }),
  },
})
