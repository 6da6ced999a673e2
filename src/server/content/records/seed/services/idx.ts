import { defaultServiceValues, joinLines, joinParagraphs, joinServiceSteps } from './service-text-helpers.ts'

export const idxService = {
  ...defaultServiceValues,
  serviceTitle: 'IDX and MLS SEO',
  serviceDetails: 'Listing pages that can be indexed without thousands of duplicates.',
  serviceIcon: '/art/icons.svg#layers',
  serviceSummary: 'The listing half of your site: which pages a search engine should read, and which it should skip.',
  serviceHeading: 'IDX and MLS SEO for brokerage websites',
  serviceWork: joinParagraphs(
    'An IDX feed can hand a small brokerage forty thousand pages overnight. We count what your feed publishes, check what gets ' +
      'indexed, and find the filters and sort orders that make ten copies of the same page.',
    'With Standard you get that review and a list of settings to change. With Premium we also write the plan for your IDX ' +
      'vendor or developer, and check the result once they ship it.',
    'An example: a brokerage with 300 homes for sale had 6,000 pages in Google, most of them sort orders of the ' +
      'same list. Google spent its visits there and found new listings days late. After the rules changed, the ' +
      'count fell to 600, and new listings showed up the same day. Your numbers will differ, but the pattern is ' +
      'common.',
  ),
  serviceReceives: joinLines(
    'A count of listing pages: published, crawled, indexed',
    'Canonical and noindex rules for each type of page',
    'A written request your IDX vendor can act on (Premium)',
  ),
  serviceWhen:
    'The review lands in week three of the first month. Vendors answer on their own schedule, often two to six weeks; we follow ' +
    'up every week and tell you where it stands.',
  serviceNeeds: joinLines(
    'The name of your IDX vendor and a contact there',
    'Access to Search Console, or ten minutes to set it up',
    'The display rules of your MLS',
  ),
  serviceInBasic: '',
  serviceInStandard: 'IDX indexing review',
  serviceInPremium: 'IDX/MLS technical plan',
  serviceQuestion: 'What if our vendor won’t change anything?',
  serviceAnswer:
    'It happens. A framed or hosted feed leaves little to change. If that’s yours, we tell you in writing, put the month into ' +
    'pages you do control, and tell you what to ask for when the contract is up.',
  pageDescription:
    'We review which IDX listing pages get indexed, write rules for the rest and brief your vendor. See what each package covers and how long it takes.',
  serviceImg: '/art/services.svg#listings',
  serviceSample: '',
  serviceSteps: joinServiceSteps({
    'Count the pages':
      'IDX, Internet Data Exchange, is the feed that puts listings from the MLS on your site. We count every address it creates: listings, maps, filters, sort orders, and printable copies.',
    'See what Google does with them':
      'We compare that count with Search Console and your server log: which pages Google visits, which it keeps, and which it throws away.',
    'Write the rules':
      'For each type of page we say whether it should be in search, point to another page, or stay out. “Canonical” and “noindex” are the two labels that tell a search engine so.',
    'Follow it through':
      'We send the list to your vendor or developer, answer their questions, and test the result before it goes live.',
  }),
  serviceFit: joinParagraphs(
    'You need this if your site has a search box for listings and Google shows far more pages of it than you have homes for sale. ' +
      'It matters even more after a change of IDX vendor or of URL format.',
    'If your listings sit in a frame from another company’s site, Google doesn’t count them as yours, and there’s nothing to index. ' +
      'Then this money is better spent on neighborhood pages. We check that before you order, at no charge: send us your website.',
    'For a first look, type “site:” and your domain into Google. The number it shows is rough, but if it is many times the ' +
      'homes you list, something is being copied. Then open a listing that sold last year. It should say so, or lead to ' +
      'similar homes; an error page or an empty search loses the visitor. Send us both answers and we’ll tell you which ' +
      'package covers the fix.',
  ),
}
