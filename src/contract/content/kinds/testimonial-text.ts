import { defineContentKind } from '../../grammar/content-kind.ts'
import { text } from '../../grammar/field.ts'

export const testimonialText = defineContentKind({
  kind: 'testimonial-text',
  title: 'Testimonials heading',
  shape: 'single',
  group: 'home',
  shownOn: ['Home'],
  fields: {
    testimonialText: text('Small heading', { help: 'The short line above the heading.' }),
    testimonialHeading: text('Heading', { help: 'Best under 40 characters.' }),
  },
  api: {
    list: '/testimonialtext',
    one: '/testimonialtext/:id',
    add: '/add-testimonial-text',
    update: '/testimonialtext/:id',
  },
  editor: { home: '/edit-testimonial', name: 'Testimonials', record: '/testimonialtext-edit/:id', words: { edit: 'Update Now' } },
  messages: { added: 'Service is Updated', updated: 'Testimonial Text Is Updated' },
})
