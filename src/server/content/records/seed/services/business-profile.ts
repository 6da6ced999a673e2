import { defaultServiceValues, joinLines, joinParagraphs, joinServiceSteps } from './service-text-helpers.ts'

export const businessProfileService = {
  ...defaultServiceValues,
  serviceTitle: 'Google Business Profile',
  serviceDetails: 'Categories, service areas, photos and posts, kept right for every office.',
  serviceIcon: '/art/icons.svg#storefront',
  serviceSummary: 'The panel people see before your website: claimed, filled in and kept current with your office.',
  serviceHeading: 'Google Business Profile for real estate agents',
  serviceWork: joinParagraphs(
    'We claim or clean up the profile, choose its categories, write the description and add your service areas and hours.',
    'Every month after that we add photos and posts from what you send us, and review the edits other people suggest. If Google ' +
      'suspends the profile, we prepare the appeal with you.',
    'The Business Profile is the box with a map, photos, hours, and a call button that Google shows beside or ' +
      'above the results. Many people call from there and never see a website. So a wrong number or an old photo on ' +
      'it costs more than a typo on your home page, and fixing it is often the fastest win of the first month. ' +
      'That’s why we begin with it in every package.',
  ),
  serviceReceives: joinLines(
    'A complete profile, owned by your account',
    'Review-request templates your agents can send (Standard and up)',
    'A log of suggested edits and what happened to them',
  ),
  serviceWhen:
    'Setup takes the first two weeks. Google may want a video or a postcard to verify the address; that can add a week, and ' +
    'only you can do it.',
  serviceNeeds: joinLines(
    'Manager access to the profile, or proof of the office address',
    'Six or more photos of the office and team',
    'Your license name exactly as the state lists it',
  ),
  serviceInBasic: 'Setup of one profile',
  serviceInStandard: 'Setup and review-request templates',
  serviceInPremium: 'Profiles for several offices',
  serviceQuestion: 'Do you write or buy reviews?',
  serviceAnswer:
    'No. Bought or made-up reviews break Google’s rules and the FTC’s, and it’s your profile that gets pulled. We give you the ' +
    'words to ask real clients, all of them, not just the happy ones.',
  pageDescription:
    'We set up your Google Business Profile, keep it accurate for each office and help you ask for reviews. See the steps and what we need.',
  serviceImg: '/art/services.svg#profile',
  serviceSample: '',
  serviceSteps: joinServiceSteps({
    'Get control of it':
      'Old profiles often belong to a former assistant or agency. We request ownership in your name, and we work as a manager you can remove.',
    'Fill in every field':
      'Categories, service areas, hours, holiday hours, services, and a description that says what you sell and where. The name is the one on your license, with no keywords added.',
    'Match it to your website':
      'The same name, address, and phone number appear on your site, so Google has one version of the facts.',
    'Keep it current':
      'Each month we add photos and posts, answer open questions with you, and check the edits that other people suggested.',
  }),
  serviceFit: joinParagraphs(
    'Every office with a door that clients can walk through should have a complete profile. For many agents it brings more calls ' +
      'than the website does, because people see it first.',
    'A profile needs a real place or a real service area. If you work from home, we hide the address and set the areas you serve. ' +
      'If two agents share an office, each can have a profile under their own name, next to the brokerage’s. We don’t set up profiles ' +
      'for mailboxes or offices that don’t exist: Google suspends them, and sometimes the real one with them.',
    'You can check yours in five minutes. Search for your office by name on a phone and call the number it shows. Ask for ' +
      'directions and see which door they lead to. Then look at the date of the newest photo and at the oldest question ' +
      'without an answer. If an old phone number, a former agent, or a question from two years ago turns up, buyers have seen ' +
      'it too, and it is the first thing we fix.',
  ),
}
