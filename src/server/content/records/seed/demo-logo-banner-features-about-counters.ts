import { about } from '#contract/content/kinds/about.ts'
import { achievementCounters } from '#contract/content/kinds/achievement-counters.ts'
import { banner } from '#contract/content/kinds/banner.ts'
import { featureItem } from '#contract/content/kinds/feature-item.ts'
import { featuresSectionHeading } from '#contract/content/kinds/features-section-heading.ts'
import { BUILT_IN_LOGO, logo } from '#contract/content/kinds/logo.ts'
import { defineDemoRecords } from './define-demo-records.ts'
import { sampleNames } from './sample-names.ts'

export const demoLogoBannerFeaturesAboutAndCounters = [
  defineDemoRecords(logo, [{ logo: BUILT_IN_LOGO }]),
  defineDemoRecords(banner, [
    {
      bannerHeading: 'Be found on the streets you sell.',
      buttonTwoLink: 'Real estate SEO for agents and brokerages.',
      bannerDetails:
        'Our real estate SEO fixes what keeps local buyers and sellers from finding you: your website, your Google ' +
        'Business Profile and your neighborhood pages. Fixed scope every month, every task in the report.',
      bannerImage: '/art/banner-town.svg',
      buttonOneText: 'See packages',
      buttonOneLink: '#pricing-sec',
    },
  ]),
  defineDemoRecords(featuresSectionHeading, [
    { FeaturesText: 'What to expect', FeaturesHeading: 'Four things you can hold us to' },
  ]),
  defineDemoRecords(featureItem, [
    {
      FeaturesText: 'Fixed monthly scope',
      FeaturesDesc: 'You see the task list before the month starts. No add-ons, no surprise invoice.',
      FeaturesIcon: '/art/icons.svg#calendar-check',
      FeaturesImg: '/art/steps.svg#plan',
    },
    {
      FeaturesText: 'Plain reports',
      FeaturesDesc: 'A short report every month: what we did, what moved, what comes next. No jargon to decode.',
      FeaturesIcon: '/art/icons.svg#report',
      FeaturesImg: '/art/about.svg#report',
    },
    {
      FeaturesText: 'Fair-housing-aware copy',
      FeaturesDesc: 'Our pages describe homes, streets and prices, never who should live there.',
      FeaturesIcon: '/art/icons.svg#scales',
      FeaturesImg: '/art/about.svg#street',
    },
    {
      FeaturesText: 'You own the work',
      FeaturesDesc: 'Site, profiles, pages and logins are in your name from day one.',
      FeaturesIcon: '/art/icons.svg#key',
      FeaturesImg: '/art/about.svg#key',
    },
  ]),
  defineDemoRecords(
    about,
    [
      {
        aboutText: 'About Us',
        aboutHeading: 'We learn your streets before touching your site',
        aboutDetails:
          'Buyers and sellers search by neighborhood, street and price. So we start with the area you farm, the listings ' +
          'you carry and the questions your clients ask. Then we work down the list, biggest problem first.',
        aboutPointOne: 'One named person runs your account',
        aboutPointTwo: 'Every change is logged and reversible',
        aboutPointThree: 'IDX and MLS pages checked for indexing',
        aboutPointFour: 'Written for people first, search engines second',
        buttonText: 'See our services',
        buttonLink: '/service/',
        callText: 'Call us, Mon-Sat 9am-8pm',
        callNumber: sampleNames.phones[0],
        aboutImgOne: '/art/about.svg#street',
        aboutImgTwo: '/art/about.svg#report',
        aboutImgThree: '/art/about.svg#key',
      },
    ],
    { samples: ['callNumber'] },
  ),
  defineDemoRecords(
    achievementCounters,
    [
      {
        happyClientsNumber: '48',
        happyClientsText: 'Happy clients',
        projectCompleteNumber: '130',
        projectCompleteText: 'Projects complete',
        winingAwardNumber: '6',
        winingAwardText: 'Awards won',
        yearofExperienceNumber: '9',
        yearofExperienceText: 'Years of experience',
        figuresAsOf: 'October 2026',
        figuresSource: sampleNames.figuresSource,
      },
    ],
    {
      samples: [
        'happyClientsNumber',
        'projectCompleteNumber',
        'winingAwardNumber',
        'yearofExperienceNumber',
        'figuresAsOf',
        'figuresSource',
      ],
    },
  ),
]
