import { defaultServiceValues, joinLines, joinParagraphs, joinServiceSteps } from './service-text-helpers.ts'

export const localSeoService = {
  ...defaultServiceValues,
  serviceName: 'Main',
  serviceTitle: 'Local SEO for real estate',
  serviceDetails:
    'The core of every package. We choose the streets and the questions that matter to your business, then fix ' +
    'the pages, the profile and the links that answer them.',
  serviceIcon: '/art/icons.svg#pin',
  serviceSummary: 'We decide which searches to target and which pages should answer them. Everything else follows that plan.',
  serviceHeading: 'Local SEO for real estate agents',
  serviceWork: joinParagraphs(
    'We start with where you sell. From your last two years of closings and the areas you name, we list the searches buyers ' +
      'and sellers make there, and match each one to a page on your site.',
    'Then we fix what keeps those pages out of sight: titles that all say the same thing, pages Google can’t reach, a phone ' +
      'number that changes from page to page.',
    'An example: an office wants “homes for sale in Maple Heights.” Three of its pages mention the area, and none ' +
      'is about it. We make one of them the page for that search, give it a title that says so, link the other two ' +
      'to it, and watch for two months what happens. No new tool, no trick: one search, one page, one answer.',
  ),
  serviceReceives: joinLines(
    'A keyword list by street and area, in a spreadsheet you keep',
    'A site and indexing audit, most valuable fixes first',
    'New titles and descriptions for your main pages',
    'A dated log of every change',
  ),
  serviceWhen:
    'You get the audit by day 10. Titles and descriptions go live by day 20, once you’ve approved them. In later months we ' +
    'work down the list, page by page.',
  serviceNeeds: joinLines(
    'A website login that lets us edit pages',
    'The areas you work, and the ones you want more of',
    'One person who can approve copy',
  ),
  serviceInBasic: '10 local keywords, titles for 8 pages',
  serviceInStandard: '25 local keywords',
  serviceInPremium: '50 local keywords, competitor review',
  serviceQuestion: 'Can you put us first for our city?',
  serviceAnswer:
    'No one can promise that. For most offices the whole city is the wrong target anyway: the big portals own those results. ' +
    'We go after smaller searches, by area, street and question, where a local office has more to say than a portal does.',
  pageDescription:
    'Local SEO for agents and their offices: keywords by street and area, an indexing audit, and titles that fit your pages. See what you get each month.',
  serviceImg: '/art/service-main.svg',
  serviceSample: 'Sample audit',
  serviceSteps: joinServiceSteps({
    'Find the searches':
      'We read your closings, your listings, and Search Console, Google’s free report on how people find a site. The result is a list of searches with a street, an area, or a question in them.',
    'Match searches to pages':
      'Each search gets one page that should answer it. Where two pages compete, we merge them. Where none exists, we plan one.',
    'Audit the site':
      'We crawl every page the way a search engine does, and rank what we find by how many inquiries it costs you and how long it takes to fix.',
    'Fix and log':
      'We rewrite titles and descriptions, repair links, and remove what blocks a page from Google. The log shows the old text beside the new one, so any change can be undone.',
  }),
  serviceFit: joinParagraphs(
    'Start here if people find you by name but not by neighborhood, or if no one has looked at your website since it launched. ' +
      'It pays off most when you work a handful of areas and know them well.',
    'It’s the wrong first step if you’re about to replace your website. Launch first, or send us the new templates before they go ' +
      'live, so you don’t pay for the same work twice. And if you need calls this week, ads are faster; we’ll tell you so.',
    'To see where you stand today, search for your three best areas in a private browser window, as in “condos for sale in” ' +
      'and the name. Count how many of the first ten results are portals, how many are local offices, and which of your pages ' +
      'shows up, if any. If one does, read it as a buyer would. That takes fifteen minutes, and it tells you whether this ' +
      'work comes first.',
  ),
}
