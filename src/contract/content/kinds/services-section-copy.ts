import { defineCopyKind } from '../../core/define-page-copy-kind.ts'
import { textField } from '../../core/field.ts'
import { samplePageLinkTextFields } from './sample-copy.ts'
import { servicesSectionHeading } from './services-section-heading.ts'

export const servicesSectionCopy = defineCopyKind({
  kind: 'service-words',
  part: 'Services',
  siblingKind: servicesSectionHeading,
  fieldsNotOnPage: {
    Home: ['pageSmallHeading', 'pageHeading', 'pageNote', 'reportLink', 'auditLink', 'packagesLink', 'packagesNote'],
    Services: ['allLink', 'allNote'],
  },
  fields: {
    pageSmallHeading: textField('Small heading of the service page', { initial: 'Services', optional: true }),
    pageHeading: textField('Heading of the service page', { initial: 'Real estate SEO services' }),
    pageNote: textField('Text beside the heading', {
      initial: 'What each service covers, and the skills behind it.',
      optional: true,
    }),
    mainLink: textField('Link of the main service', {
      initial: 'Read about {service}',
      optional: true,
      help: '{service} stands for its title.',
    }),
    allLink: textField('Link to the service page', { initial: 'All services in detail' }),
    allNote: textField('Text under that link', { initial: 'What each covers, and the skills behind it.', optional: true }),
    ...samplePageLinkTextFields,
    packagesLink: textField('Link to the packages', { initial: 'See the packages' }),
    packagesNote: textField('Text under the link to the packages', {
      initial: 'What each includes, and its price.',
      optional: true,
    }),
  },
})
