import { text } from '../../grammar/field.ts'
import { defineWords } from '../../grammar/words.ts'
import { testimonialText } from './testimonial-text.ts'

/** How a quote says where it is from; each part only where the quote has it. */
export const testimonialWords = defineWords({
  kind: 'testimonial-words',
  part: 'Testimonials',
  beside: testimonialText,
  fields: {
    sourceLine: text('Source of a quote', { initial: 'From {source}', help: '{source} stands for where it was said.' }),
    consentLine: text('Where consent is given', { initial: 'shared with consent', optional: true }),
  },
})
