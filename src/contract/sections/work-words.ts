import { text } from '../field.ts'
import { defineWords } from '../words.ts'
import { workStep } from './work-step.ts'

export const workWords = defineWords({
  kind: 'work-words',
  part: 'Work process',
  beside: workStep,
  fields: {
    smallHeading: text('Small heading', { initial: 'Work process', optional: true }),
    mainHeading: text('Heading', { initial: 'Built in four steps, like anything that stands' }),
    note: text('Text beside it', { initial: 'The same four steps every month, in the same order.', optional: true }),
  },
})
