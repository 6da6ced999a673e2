import { experience } from '../../../../contract/content/kinds/experience.ts'
import { serviceItem } from '../../../../contract/content/kinds/service-item.ts'
import { serviceText } from '../../../../contract/content/kinds/service-text.ts'
import { defineDemoRecords } from './demo-records.ts'
import { demoServicePages } from './demo-service-pages.ts'
import { demoServiceSteps } from './demo-service-steps.ts'

const other = { serviceName: 'NotMain' }

export const demoServices = [
  defineDemoRecords(serviceText, [{ servicesubHeading: 'Services', serviceHeading: 'Real estate SEO, street by street' }]),
  defineDemoRecords(serviceItem, [
    {
      serviceName: 'Main',
      ...demoServicePages.localSeo,
      ...demoServiceSteps.localSeo,
      serviceTitle: 'Local SEO for real estate',
      serviceDetails:
        'The core of every package. We choose the streets and the questions that matter to your business, then fix ' +
        'the pages, the profile and the links that answer them.',
      serviceIcon: '/art/icons.svg#pin',
    },
    {
      ...other,
      ...demoServicePages.businessProfile,
      ...demoServiceSteps.businessProfile,
      serviceTitle: 'Google Business Profile',
      serviceDetails: 'Categories, service areas, photos and posts, kept right for every office.',
      serviceIcon: '/art/icons.svg#storefront',
    },
    {
      ...other,
      ...demoServicePages.neighborhoodPages,
      ...demoServiceSteps.neighborhoodPages,
      serviceTitle: 'Neighborhood pages',
      serviceDetails: 'Useful pages about streets, homes and prices, checked for fair housing.',
      serviceIcon: '/art/icons.svg#pages',
    },
    {
      ...other,
      ...demoServicePages.idx,
      ...demoServiceSteps.idx,
      serviceTitle: 'IDX and MLS SEO',
      serviceDetails: 'Listing pages that can be indexed without thousands of duplicates.',
      serviceIcon: '/art/icons.svg#layers',
    },
    {
      ...other,
      ...demoServicePages.structuredData,
      ...demoServiceSteps.structuredData,
      serviceTitle: 'Structured data',
      serviceDetails: 'Agent, office and listing schema that matches what the page shows.',
      serviceIcon: '/art/icons.svg#braces',
    },
    {
      ...other,
      ...demoServicePages.citations,
      ...demoServiceSteps.citations,
      serviceTitle: 'Citations',
      serviceDetails: 'Name, address and phone number the same in every directory.',
      serviceIcon: '/art/icons.svg#book',
    },
    {
      ...other,
      ...demoServicePages.linkOutreach,
      ...demoServiceSteps.linkOutreach,
      serviceTitle: 'Link outreach',
      serviceDetails: 'We pitch local press and partners. We never buy links.',
      serviceIcon: '/art/icons.svg#link',
    },
    {
      ...other,
      ...demoServicePages.reporting,
      ...demoServiceSteps.reporting,
      serviceTitle: 'Reporting',
      serviceDetails: 'A short monthly report: what we did, what moved, what’s next.',
      serviceIcon: '/art/icons.svg#report',
    },
  ]),
  defineDemoRecords(experience, [
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
