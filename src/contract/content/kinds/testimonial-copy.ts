import { defineCopyKind } from '../../core/define-page-copy-kind.ts'
import { textField } from '../../core/field.ts'
import { testimonialsSectionHeading } from './testimonials-section-heading.ts'

/** Labels for the origin of a quote. Each appears only if the quote has that detail. */
export const testimonialCopy = defineCopyKind({
  kind: 'testimonial-words',
  part: 'Testimonials',
  siblingKind: testimonialsSectionHeading,
  fields: {
    sourceLine: textField('Source of a quote', { initial: 'From {source}', help: '{source} stands for where it was said.' }),
    consentLine: textField('Note that you have consent', { initial: 'shared with consent', optional: true }),
  },
})
