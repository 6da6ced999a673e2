import { longText, text } from '../../grammar/field.ts'
import { defineWords } from '../../grammar/words.ts'
import { afterPayment } from './after-payment.ts'

export const afterPaymentWords = defineWords({
  kind: 'after-payment-words',
  part: 'After payment',
  beside: afterPayment,
  fields: {
    heading: text('Heading', { initial: 'What happens after I pay?' }),
    note: longText('Text beside it', { initial: '', optional: true }),
    steps: text('Above the steps', { initial: 'Your first 30 days' }),
    terms: text('Above what holds after it', { initial: 'What you can hold us to' }),
  },
})
