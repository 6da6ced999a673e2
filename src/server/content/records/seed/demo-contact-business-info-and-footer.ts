import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { callToAction } from '#contract/content/kinds/call-to-action.ts'
import { contactMethod } from '#contract/content/kinds/contact-method.ts'
import { copyright } from '#contract/content/kinds/copyright.ts'
import { footerAbout } from '#contract/content/kinds/footer-about.ts'
import { footerSocialLinks } from '#contract/content/kinds/footer-social-links.ts'
import { DEFAULT_OPENING_HOURS } from '#contract/core/opening-hours.ts'
import { defineDemoRecords } from './define-demo-records.ts'
import { sampleNames } from './sample-names.ts'

const { street, coordinates, phones, email } = sampleNames

export const demoContactBusinessInfoAndFooter = [
  defineDemoRecords(callToAction, [
    {
      heading: 'Tell us your streets. We’ll tell you where to start.',
      subHeading: 'Send us your website and your ZIP codes. Ask anything before you order.',
      buttonText: 'Contact Now',
      buttonLink: '/contact',
    },
  ]),
  // Phone, email and address are fields of the footer address, and the contact page reads them there.
  defineDemoRecords(contactMethod, [
    {
      contactTitle: 'Already a customer',
      contactDetails: 'Write from the email address on your account, so we can find your orders.',
      contactImg: '/art/icons.svg#report',
    },
  ]),
  defineDemoRecords(footerAbout, [
    {
      aboutFooterText: 'About Us',
      aboutFooterDetails: 'Real estate SEO for agents and brokerages. Fixed monthly scope, plain reports, and you own the work.',
    },
  ]),
  defineDemoRecords(
    businessInfo,
    [
      {
        banLocation: `${street}, Springfield, IL 62701`,
        ukLocation: '',
        banPhone: phones[0],
        ukPhone: phones[1],
        footerEmail: email,
        businessName: 'Rankstead',
        openingHours: DEFAULT_OPENING_HOURS,
        timeZone: 'America/Chicago',
        streetAddress: street,
        addressLocality: 'Springfield',
        addressRegion: 'IL',
        postalCode: '62701',
        addressCountry: 'US',
        coordinates,
        areaServed: 'United States',
      },
    ],
    {
      samples: [
        ...(['banLocation', 'banPhone', 'ukPhone', 'footerEmail'] as const),
        ...(['streetAddress', 'postalCode', 'coordinates', 'areaServed'] as const),
      ],
    },
  ),
  defineDemoRecords(
    footerSocialLinks,
    [
      {
        mainAbout: 'Follow us',
        aboutText: 'Short notes on local search for real estate.',
        fblink: 'https://www.facebook.com/',
        inslink: 'https://www.instagram.com/',
      },
    ],
    { samples: ['fblink', 'inslink'] },
  ),
  defineDemoRecords(copyright, [{ copyrightText: '© Rankstead. All rights reserved.' }]),
]
