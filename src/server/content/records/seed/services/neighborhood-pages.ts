import { defaultServiceValues, joinLines, joinParagraphs, joinServiceSteps } from './service-text-helpers.ts'

export const neighborhoodPagesService = {
  ...defaultServiceValues,
  serviceTitle: 'Neighborhood pages',
  serviceDetails: 'Useful pages about streets, homes and prices, checked for fair housing.',
  serviceIcon: '/art/icons.svg#pages',
  serviceSummary:
    'Pages that answer what a buyer asks about an area, written from public records and local legwork, not adjectives.',
  serviceHeading: 'Neighborhood pages for real estate websites',
  serviceWork: joinParagraphs(
    'Each page covers one area you sell in: housing stock, dated price ranges, commute times, parks, permits and what changed ' +
      'this year. Your agents tell us what they know; we check it against public records.',
    'Every draft passes a fair-housing check before you see it. We describe homes and places, never who should live there.',
    'A buyer who looks up an area wants to know what homes cost this year, how long the drive downtown takes, ' +
      'whether there’s a sidewalk, and what the fees cover. A page that answers those questions with dated figures ' +
      'gets read, saved, and sent to a spouse. A page of adjectives gets closed. We write the first kind, two or ' +
      'four a month, so that each one gets the attention it needs, and we never copy one from another.',
  ),
  serviceReceives: joinLines(
    'Finished pages on your own domain, with headings, links and a map',
    'A source for every figure',
    'A date to recheck each page, once a year',
  ),
  serviceWhen:
    'Drafts arrive in the second and third week of each month. You have five business days to comment. Whatever you approve is ' +
    'published before the month is out.',
  serviceNeeds: joinLines(
    'A half-hour call with an agent who works the area',
    'Photos you own, if you have any',
    'Comments on each draft within five business days',
  ),
  serviceInBasic: '',
  serviceInStandard: '2 pages a month',
  serviceInPremium: '4 pages a month',
  serviceQuestion: 'Will you use AI to write them?',
  serviceAnswer:
    'A person writes and signs off on every page. We use software to gather records and catch mistakes. A page that says ' +
    'nothing your agents know isn’t worth publishing, no matter how fast it was made.',
  pageDescription:
    'Researched pages about the areas you sell in, checked for fair housing and published on your own site. See how one gets made, week by week.',
  serviceImg: '/art/services.svg#neighborhood',
  serviceSample: '',
  serviceSteps: joinServiceSteps({
    'Pick the area':
      'We look for areas where you close sales, people search, and the pages Google shows today are thin. You choose from that list.',
    'Talk to an agent':
      'In half an hour, one of your agents tells us what buyers ask there: which blocks flood, where parking is a fight, what an HOA covers.',
    'Check the records':
      'Sales, permits, zoning, transit, and school boundaries come from public sources. Each figure keeps its source and its date.',
    'Write, review, publish':
      'You get a draft with questions in the margin. After your comments and the fair-housing check, we publish it and link it from your listings.',
  }),
  serviceFit: joinParagraphs(
    'These pages suit you if your site has a list of neighborhoods with the same paragraph under each name. Replacing five of those ' +
      'with five real pages does more than adding fifty new ones.',
    'They take patience. A new page usually needs three to six months to settle, and it needs an agent who will spend half an hour ' +
      'on the phone. If no one in the office knows the area, we’d rather not write about it.',
    'Before you order, open one of your neighborhood pages and cover the name of the area. If the text could describe any ' +
      'other place in the county, it gives a buyer no reason to stay. A good page has at least three facts that only fit that ' +
      'area: a price range with its date, what an HOA fee there covers, how the train or the highway changes the morning. ' +
      'Your agents know these already. Most pages run 600 to 900 words, because that is what it takes to answer the ' +
      'questions.',
  ),
}
