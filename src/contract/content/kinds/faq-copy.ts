import { defineCopyKind } from '../../core/copy-kind.ts'
import { textField } from '../../core/field.ts'
import { faqText } from './faq-text.ts'

export const faqCopy = defineCopyKind({
  kind: 'faq-words',
  part: 'FAQ',
  siblingKind: faqText,
  fields: {
    note: textField('Text under the heading', { initial: 'Don’t see yours? Write to us.', optional: true }),
    contactLink: textField('Link to the contact page', { initial: 'Ask a question', optional: true }),
  },
})
