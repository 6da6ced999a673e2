import { serviceItem } from '#contract/content/kinds/service-item.ts'
import { servicesSectionHeading } from '#contract/content/kinds/services-section-heading.ts'
import { skillsAndExperience } from '#contract/content/kinds/skills-and-experience.ts'
import { defineDemoRecords } from './define-demo-records.ts'
import { businessProfileService } from './services/business-profile.ts'
import { citationsService } from './services/citations.ts'
import { idxService } from './services/idx.ts'
import { linkOutreachService } from './services/link-outreach.ts'
import { localSeoService } from './services/local-seo.ts'
import { neighborhoodPagesService } from './services/neighborhood-pages.ts'
import { reportingService } from './services/reporting.ts'
import { structuredDataService } from './services/structured-data.ts'

export const demoServicesAndSkills = [
  defineDemoRecords(servicesSectionHeading, [
    { servicesubHeading: 'Services', serviceHeading: 'Real estate SEO, street by street' },
  ]),
  defineDemoRecords(serviceItem, [
    localSeoService,
    businessProfileService,
    neighborhoodPagesService,
    idxService,
    structuredDataService,
    citationsService,
    linkOutreachService,
    reportingService,
  ]),
  defineDemoRecords(skillsAndExperience, [
    {
      experienceText: 'Experience',
      experienceHeading: 'Three skills, one monthly plan',
      experienceDetails:
        'Real estate search takes three kinds of work: putting each office on the map, making a large listing site ' +
        'readable for search engines, and asking local press and partners for links worth having. ' +
        'The bars are our own rating.',
      skillOneText: 'Local SEO',
      skillOneNumber: '85',
      skillTwoText: 'Link outreach',
      skillTwoNumber: '65',
      skillThreeText: 'Technical SEO',
      skillThreeNumber: '79',
    },
  ]),
]
