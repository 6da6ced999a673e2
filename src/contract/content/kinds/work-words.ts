import { text } from '../../grammar/field.ts'
import { defineWords } from '../../grammar/words.ts'
import { workStep } from './work-step.ts'

export const workWords = defineWords({
  kind: 'work-words',
  part: 'Work process',
  beside: workStep,
  fields: {
    smallHeading: text('Small heading', { initial: 'How it works', optional: true }),
    mainHeading: text('Heading', { initial: 'Four steps, every month' }),
    note: text('Text beside it', { initial: 'Always in this order, so you know what comes next.', optional: true }),
  },
})
