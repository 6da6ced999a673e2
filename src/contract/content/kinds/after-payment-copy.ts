import { defineCopyKind } from '../../core/define-page-copy-kind.ts'
import { longTextField, textField } from '../../core/field.ts'
import { afterPaymentItem } from './after-payment-item.ts'

export const afterPaymentCopy = defineCopyKind({
  kind: 'after-payment-words',
  part: 'After payment',
  siblingKind: { ...afterPaymentItem, shownOn: ['Pricing'] },
  fields: {
    heading: textField('Heading', { initial: 'What happens after I pay?' }),
    note: longTextField('Text beside the heading', { initial: '', optional: true }),
    steps: textField('Above the steps', { initial: 'Your first 30 days' }),
    terms: textField('Above the rules and promises', { initial: 'What you can hold us to' }),
  },
})
