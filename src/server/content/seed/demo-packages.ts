import { pricingPackage } from '../../../contract/sections/pricing-package.ts'
import { demoOf } from './demo-entry.ts'

/** The three packages; the first eight points of Premium stand alone on the pricing page. */
export const demoPackages = [
  demoOf(pricingPackage, [
    {
      packageName: 'Basic',
      packagePrice: '499',
      packageButtonText: 'Order Basic',
      packagePointOne: 'Site and indexing audit',
      packagePointTwo: 'Google Business Profile setup',
      packagePointThree: '10 local keywords',
      packagePointFour: 'Titles and descriptions for 8 pages',
      packagePointFive: '15 directory citations',
      packagePointSix: 'Agent and broker schema',
      packagePointSeven: 'Monthly report',
      packagePointEight: '',
      packagePointNine: '',
      packagePointTen: '',
    },
    {
      packageName: 'Standard',
      packagePrice: '999',
      packageButtonText: 'Order Standard',
      packagePointOne: 'Everything in Basic',
      packagePointTwo: '25 local keywords',
      packagePointThree: '2 neighborhood pages a month',
      packagePointFour: 'IDX indexing review',
      packagePointFive: '30 citations with cleanup',
      packagePointSix: 'Review-request templates',
      packagePointSeven: 'Monthly call',
      packagePointEight: '',
      packagePointNine: '',
      packagePointTen: '',
    },
    {
      packageName: 'Premium',
      packagePrice: '1899',
      packageButtonText: 'Order Premium',
      packagePointOne: 'Everything in Standard',
      packagePointTwo: '50 local keywords',
      packagePointThree: '4 neighborhood pages a month',
      packagePointFour: 'RealEstateListing and Offer schema',
      packagePointFive: 'IDX/MLS technical plan',
      packagePointSix: 'Editorial outreach',
      packagePointSeven: 'Multi-office profiles',
      packagePointEight: 'Lead tracking',
      packagePointNine: 'Competitor review',
      packagePointTen: 'Quarterly strategy',
    },
  ]),
]
