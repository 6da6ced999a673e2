import { defineCopyKind } from '../../core/define-page-copy-kind.ts'
import { textField } from '../../core/field.ts'
import { faqSectionHeading } from './faq-section-heading.ts'

export const faqCopy = defineCopyKind({
  kind: 'faq-words',
  part: 'FAQ',
  siblingKind: faqSectionHeading,
  fields: {
    note: textField('Text under the heading', { initial: 'Don’t see yours? Write to us.', optional: true }),
    contactLink: textField('Link to the contact page', { initial: 'Ask a question', optional: true }),
  },
})
