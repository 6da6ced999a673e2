import { text } from '../field.ts'
import { defineWords } from '../words.ts'
import { serviceText } from './service-text.ts'

export const serviceWords = defineWords({
  kind: 'service-words',
  part: 'Services',
  beside: serviceText,
  fields: {
    pageSmallHeading: text('Small heading of the service page', { initial: 'Services', optional: true }),
    pageHeading: text('Heading of the service page', { initial: 'SEO services for real estate' }),
    pageNote: text('Text beside it', { initial: 'What each service covers, and the skills behind it.', optional: true }),
    mainLink: text('Link of the main service', {
      initial: 'Read about {service}',
      optional: true,
      help: 'On the home page. {service} stands for its title.',
    }),
    allLink: text('Link to the service page', { initial: 'All services in detail' }),
    allNote: text('Text under that link', { initial: 'What each covers, and the skills behind it.', optional: true }),
    reportLink: text('Link to the sample report', { initial: 'See a sample report', optional: true }),
    auditLink: text('Link to the sample audit', { initial: 'See a sample audit', optional: true }),
    packagesLink: text('Link to the packages', { initial: 'See the packages' }),
    packagesNote: text('Text under the link to the packages', { initial: 'What each includes, and its price.', optional: true }),
  },
})
