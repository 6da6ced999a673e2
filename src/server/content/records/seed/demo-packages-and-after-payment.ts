import { afterPaymentItem } from '#contract/content/kinds/after-payment-item.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { defineDemoRecords } from './define-demo-records.ts'

/** The pricing page shows the first eight points of Premium. */
export const demoPackagesAndAfterPayment = [
  defineDemoRecords(pricingPackage, [
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
        'Basic is mostly setup, and a second month of it is a smaller job: the next 8 pages, the next 15 citations, profile upkeep and the report. Once all of that is done, we tell you to stop.',
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
      packageFirstMonth:
        'The groundwork from Basic in weeks one and two, then your first 2 neighborhood pages and the IDX review.',
      packageLaterMonths:
        'Each month after that brings 2 new pages, the next keywords and citations, and a call. From here on, most of what you pay for is writing.',
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
        'Groundwork and IDX plan first, then 4 neighborhood pages and every office profile by day 30. Outreach starts with research.',
      packageLaterMonths:
        '4 new pages a month, press outreach, vendor work on the listing feed and a strategy review each quarter.',
    },
  ]),
  defineDemoRecords(
    afterPaymentItem,
    [
      {
        place: 'Step',
        label: 'The same day',
        title: 'You get a receipt and a short form',
        details: 'Your receipt comes by email, with a link to ten questions about your offices, areas and accounts.',
      },
      {
        place: 'Step',
        label: 'Days 2 to 5',
        title: 'We read your answers and get access',
        details:
          'One of us emails you by name and asks for whatever is missing. Your month starts the day we have access, not the ' +
          'day you paid.',
      },
      {
        place: 'Step',
        label: 'Days 6 to 10',
        title: 'You get the audit',
        details:
          'Everything we found, most important first, with a plan for the next three weeks. Strike or swap any item you like.',
      },
      {
        place: 'Step',
        label: 'Days 11 to 25',
        title: 'We do the work',
        details:
          'Drafts reach you before they go live. Anything about homes and areas gets a fair-housing check first. Silence isn’t ' +
          'a yes: nothing is published until you approve it.',
      },
      {
        place: 'Step',
        label: 'Days 26 to 30',
        title: 'You get the report',
        details: 'What we did, what has changed so far, what we’d do next. Then you decide whether to order again.',
      },
      {
        place: 'Term',
        label: 'Later months',
        title: 'Basic tapers off; Standard and Premium keep building',
        details:
          'Most of Basic is setup, and setup is done once. A second month covers more pages and citations; after three or four ' +
          'months, most offices only need it occasionally. Standard and Premium add new pages every month, so the workload stays ' +
          'about the same.',
      },
      {
        place: 'Term',
        label: 'Who does it',
        title: 'A strategist, a writer, and a developer',
        details: 'You have one contact from start to finish. We don’t hand your site to freelancers you’ve never heard of.',
      },
      {
        place: 'Promise',
        label: 'Changing your mind',
        title: 'Full refund until you get your audit',
        details:
          'Write to us before we send the audit, and you get all of it back. After that, we stop when you say so and refund ' +
          'whatever we haven’t started.',
      },
      {
        place: 'Promise',
        label: 'If we fall short',
        title: 'What we miss, we finish free or refund',
        details:
          'If we don’t deliver an item in your package within the month, tell us within 30 days. We finish it at no charge or ' +
          'refund its share of the price, your choice. Search positions aren’t part of any package, so they aren’t grounds for ' +
          'a refund.',
      },
      {
        place: 'Promise',
        label: 'Reply time',
        title: 'A reply within one business day',
        details:
          'We answer every email within one business day, Monday to Saturday. If your site breaks, we look at it the same day.',
      },
      {
        place: 'Promise',
        label: 'No auto-renewal',
        title: 'One payment, no auto-renewal',
        details: 'Each order is one month of work. To stop, don’t place another order. The work you paid for stays yours.',
      },
    ],
    { samples: 'untilSaved' },
  ),
]
