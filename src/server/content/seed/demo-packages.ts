import { afterPayment } from '../../../contract/sections/after-payment.ts'
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
      packageFirstMonth:
        'Audit, profile, 10 keywords, titles, citations and schema: the groundwork, done once and in this order.',
      packageLaterMonths:
        'Basic is mostly setup, and a second month of it is a smaller job: the next 8 pages, the next 15 citations, upkeep of the profile and the report. If that is all done, we tell you to stop.',
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
      packageFirstMonth: 'The groundwork of Basic in weeks one and two, then your first 2 neighborhood pages and the IDX review.',
      packageLaterMonths:
        'Each further month brings 2 new pages, the next keywords and citations, and a call. Most of what you pay for from here is writing.',
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
      packageFirstMonth:
        'Groundwork and IDX plan first, 4 neighborhood pages and all office profiles by day 30. Outreach starts with research.',
      packageLaterMonths:
        '4 new pages a month, outreach to the press, vendor work on the listing feed and a strategy review each quarter.',
    },
  ]),
  demoOf(
    afterPayment,
    [
      {
        place: 'Step',
        label: 'The same day',
        title: 'You get a receipt and a short form',
        details: 'The receipt comes by email. With it comes a form of ten questions about your offices, areas and logins.',
      },
      {
        place: 'Step',
        label: 'Days 2 to 5',
        title: 'We read your answers and get access',
        details:
          'One of us writes to you by name and asks for what is missing. The clock of your month starts when we have access, ' +
          'not when you paid.',
      },
      {
        place: 'Step',
        label: 'Days 6 to 10',
        title: 'You receive the audit',
        details:
          'A list of what we found, in order of worth, with a plan for the next three weeks. You may strike or swap items.',
      },
      {
        place: 'Step',
        label: 'Days 11 to 25',
        title: 'We do the work',
        details:
          'Drafts reach you before they go live. Anything about homes and areas gets a fair-housing check first. Silence is not a ' +
          'yes: nothing is published until you approve it.',
      },
      {
        place: 'Step',
        label: 'Days 26 to 30',
        title: 'You get the report',
        details: 'What was done, what changed so far, what we would do next. Then you decide whether to order again.',
      },
      {
        place: 'Term',
        label: 'Later months',
        title: 'A smaller job after Basic, steady work after the others',
        details:
          'Much of Basic is setup, and setup is done once. Its second month covers further pages and citations; after three or ' +
          'four months many offices need it only now and then. Standard and Premium add new pages each month, so the work stays ' +
          'about the same size.',
      },
      {
        place: 'Term',
        label: 'Who does it',
        title: 'A strategist, a writer and a developer',
        details: 'You have one contact from start to end. We do not hand your site to freelancers you have not heard of.',
      },
      {
        place: 'Term',
        label: 'Reply time',
        title: 'One working day',
        details:
          'We answer every email within one working day, Monday to Saturday. If something on your site breaks, we look the same day.',
      },
      {
        place: 'Term',
        label: 'If we fall short',
        title: 'We finish it free, or refund that part',
        details:
          'If an item of your package is not delivered within the month, tell us within 30 days. We finish it at no charge, or pay ' +
          'back its share of the price: your choice. Positions in search are not part of any package, so they are no ground for a refund.',
      },
      {
        place: 'Term',
        label: 'Changing your mind',
        title: 'Before work starts, all of it back',
        details:
          'Write to us before we send the audit and you get the full amount. After that, we stop when you say so and refund what has ' +
          'not been started.',
      },
    ],
    { samples: 'untilSaved' },
  ),
]
