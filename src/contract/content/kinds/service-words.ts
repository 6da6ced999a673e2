import { text } from '../../grammar/field.ts'
import { defineWords } from '../../grammar/words.ts'
import { sampleLinks } from './sample-words.ts'
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
      help: '{service} stands for its title.',
    }),
    allLink: text('Link to the service page', { initial: 'All services in detail' }),
    allNote: text('Text under that link', { initial: 'What each covers, and the skills behind it.', optional: true }),
    ...sampleLinks,
    packagesLink: text('Link to the packages', { initial: 'See the packages' }),
    packagesNote: text('Text under the link to the packages', { initial: 'What each includes, and its price.', optional: true }),
  },
})
