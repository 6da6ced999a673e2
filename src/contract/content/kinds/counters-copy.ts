import { defineCopyKind } from '../../core/copy-kind.ts'
import { textField } from '../../core/field.ts'
import { counters } from './counters.ts'

/** Texts below the counters. Each appears only if the counters have that detail. */
export const countersCopy = defineCopyKind({
  kind: 'counters-words',
  part: 'Counters',
  siblingKind: counters,
  fields: {
    asOfLine: textField('When they were counted', { initial: 'As of {date}.', help: '{date} stands for what you enter there.' }),
    sourceLine: textField('Where they come from', {
      initial: 'Source: {source}.',
      help: '{source} stands for what you enter there.',
    }),
  },
})
