import { about } from '../../../contract/sections/about.ts'
import { banner } from '../../../contract/sections/banner.ts'
import { counters } from '../../../contract/sections/counters.ts'
import { featureItem } from '../../../contract/sections/feature-item.ts'
import { featureText } from '../../../contract/sections/feature-text.ts'
import { logo } from '../../../contract/sections/logo.ts'
import { demoOf } from './demo-entry.ts'

/** The top of the home page. */
export const demoIntroduction = [
  demoOf(logo, [{ logo: '/art/mark.svg' }]),
  demoOf(banner, [
    {
      bannerHeading: 'Be found on the streets you sell.',
      buttonTwoLink: 'Local SEO for real estate agents and brokerages.',
      bannerDetails:
        'We put the site, the map listing and the neighbourhood pages in order, so people nearby can find you. ' +
        'The scope is fixed each month, and every task is in the report.',
      bannerImage: '/art/banner-town.svg',
      buttonOneText: 'See packages',
      buttonOneLink: '#pricing-sec',
    },
  ]),
  demoOf(featureText, [{ FeaturesText: 'How we work for you', FeaturesHeading: 'Four things you can hold us to' }]),
  demoOf(featureItem, [
    {
      FeaturesText: 'Fixed monthly scope',
      FeaturesDesc: 'You see the task list before the month starts. Nothing is added to the bill halfway through.',
      FeaturesIcon: '/art/icons.svg#calendar-check',
      FeaturesImg: '/art/steps.svg#plan',
    },
    {
      FeaturesText: 'Plain reports',
      FeaturesDesc: 'One sheet a month: what we did, what moved and what comes next. Nothing to decode.',
      FeaturesIcon: '/art/icons.svg#report',
      FeaturesImg: '/art/about.svg#report',
    },
    {
      FeaturesText: 'Fair-housing-aware copy',
      FeaturesDesc: 'Our pages describe homes and places, never the kind of people who should live there.',
      FeaturesIcon: '/art/icons.svg#scales',
      FeaturesImg: '/art/about.svg#street',
    },
    {
      FeaturesText: 'You own the work',
      FeaturesDesc: 'Site, profiles, pages and logins stay in your name from the first day.',
      FeaturesIcon: '/art/icons.svg#key',
      FeaturesImg: '/art/about.svg#key',
    },
  ]),
  demoOf(
    about,
    [
      {
        aboutText: 'About Us',
        aboutHeading: 'We read the map before we touch the site',
        aboutDetails:
          'Real estate search is local search. We begin with your streets, your listings and the way people in your ' +
          'area really ask. Then we do the work in order.',
        aboutPointOne: 'One named person looks after your account',
        aboutPointTwo: 'Every change is logged and can be undone',
        aboutPointThree: 'IDX and MLS pages checked for indexing',
        aboutPointFour: 'Written for people first, search engines second',
        buttonText: 'See our services',
        buttonLink: '/service/',
        callText: 'Call us, Mon-Sat 9am-8pm',
        callNumber: '+1 202-555-0142',
        aboutImgOne: '/art/about.svg#street',
        aboutImgTwo: '/art/about.svg#report',
        aboutImgThree: '/art/about.svg#key',
      },
    ],
    { samples: ['callNumber'] },
  ),
  demoOf(
    counters,
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
      },
    ],
    { samples: ['happyClientsNumber', 'projectCompleteNumber', 'winingAwardNumber', 'yearofExperienceNumber'] },
  ),
]
