import { defineCopyKind } from '../../core/define-page-copy-kind.ts'
import { textField } from '../../core/field.ts'
import { workStep } from './work-step.ts'

export const workStepsCopy = defineCopyKind({
  kind: 'work-words',
  part: 'Work process',
  siblingKind: workStep,
  fields: {
    smallHeading: textField('Small heading', { initial: 'How it works', optional: true }),
    mainHeading: textField('Heading', { initial: 'Four steps, every month' }),
    note: textField('Text beside the heading', { initial: 'Always in this order, so you know what comes next.', optional: true }),
  },
})
