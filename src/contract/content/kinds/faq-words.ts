import { text } from '../../grammar/field.ts'
import { defineWords } from '../../grammar/words.ts'
import { faqText } from './faq-text.ts'

export const faqWords = defineWords({
  kind: 'faq-words',
  part: 'FAQ',
  beside: faqText,
  fields: {
    note: text('Text under the heading', { initial: 'Don’t see yours? Write to us.', optional: true }),
    contactLink: text('Link to the contact page', { initial: 'Ask a question', optional: true }),
  },
})
