import { defineCopyKind } from '../../core/define-page-copy-kind.ts'
import { textField } from '../../core/field.ts'
import { samplePageLinkTextFields } from './sample-copy.ts'
import { servicesSectionHeading } from './services-section-heading.ts'

/** Texts around the service's own on its page. */
export const servicePageCopy = defineCopyKind({
  kind: 'service-page-words',
  part: 'Service page',
  siblingKind: servicesSectionHeading,
  shownOn: ['Service pages'],
  fields: {
    work: textField('Above what we do', { initial: 'What we do' }),
    steps: textField('Above the steps', { initial: 'How it works' }),
    receives: textField('Above what clients receive', { initial: 'What you receive' }),
    when: textField('Above when', { initial: 'When it happens' }),
    needs: textField('Above what we need', { initial: 'What we need from you' }),
    fit: textField('Above who it’s for', { initial: 'Is it right for you?' }),
    packages: textField('Above the packages', { initial: 'Which packages include it' }),
    notIncluded: textField('Where a package lacks it', { initial: 'Not included', optional: true }),
    packagesLink: textField('Button to the packages', { initial: 'See packages and prices' }),
    ...samplePageLinkTextFields,
    question: textField('Above the question', { initial: 'A question we get a lot', optional: true }),
    contactLink: textField('Link to the contact page', { initial: 'Ask about it', optional: true }),
    others: textField('Above the other services', { initial: 'Other services' }),
  },
})
