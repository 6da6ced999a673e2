import { text } from '../../grammar/field.ts'
import { defineWords } from '../../grammar/words.ts'
import { serviceText } from './service-text.ts'

/** What stands around the words of a service on its own page. */
export const servicePageWords = defineWords({
  kind: 'service-page-words',
  part: 'Service page',
  beside: serviceText,
  shownOn: ['Service pages'],
  fields: {
    work: text('Above what we do', { initial: 'What we do' }),
    receives: text('Above what clients receive', { initial: 'What you receive' }),
    when: text('Above when', { initial: 'When it happens' }),
    needs: text('Above what we need', { initial: 'What we need from you' }),
    packages: text('Above the packages', { initial: 'Which packages include it' }),
    notIncluded: text('Where a package lacks it', { initial: 'Not included', optional: true }),
    packagesLink: text('Link to the packages', { initial: 'Compare the packages' }),
    question: text('Above the question', { initial: 'One honest question', optional: true }),
    contactLink: text('Link to the contact page', { initial: 'Ask about it', optional: true }),
    others: text('Above the other services', { initial: 'Other services' }),
  },
})
