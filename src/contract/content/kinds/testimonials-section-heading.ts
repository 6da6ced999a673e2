import { defineContentKind } from '../../core/content-kind.ts'
import { textField } from '../../core/field.ts'

export const testimonialsSectionHeading = defineContentKind({
  kind: 'testimonial-text',
  title: 'Testimonials heading',
  shape: 'single',
  group: 'home',
  shownOn: ['Home'],
  fields: {
    testimonialText: textField('Small heading', { help: 'A short line above the heading.' }),
    testimonialHeading: textField('Heading', { help: 'Best under 40 characters.' }),
  },
  api: {
    list: '/testimonialtext',
    one: '/testimonialtext/:id',
    add: '/add-testimonial-text',
    update: '/testimonialtext/:id',
  },
  editor: {
    home: '/edit-testimonial',
    name: 'Testimonials',
    record: '/testimonialtext-edit/:id',
    labels: { edit: 'Update Now' },
  },
  messages: { added: 'Service is Updated', updated: 'Testimonial Text Is Updated' },
})
