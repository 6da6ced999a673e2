import { text } from '../../grammar/field.ts'
import { defineWords } from '../../grammar/words.ts'
import { counters } from './counters.ts'

/** What stands under the figures; each part only where the figures have it. */
export const countersWords = defineWords({
  kind: 'counters-words',
  part: 'Counters',
  beside: counters,
  fields: {
    asOfLine: text('When they were counted', { initial: 'As of {date}.', help: '{date} stands for what you enter there.' }),
    sourceLine: text('Where they come from', { initial: 'Source: {source}.', help: '{source} stands for what you enter there.' }),
  },
})
