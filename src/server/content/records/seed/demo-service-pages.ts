const bySearch = {
  pageTitle: '',
  shareImage: '',
  socialTitle: '',
  socialText: '',
  shareImageAlt: '',
  searchVisibility: 'Show',
  canonicalUrl: '',
}
const lines = (...all: string[]) => all.join('\n')
const paragraphs = (...all: string[]) => all.join('\n\n')

/** The texts of each service on the services page and on its own page. */
export const demoServicePages = {
  localSeo: {
    ...bySearch,
    serviceSummary: 'We decide which searches to target and which pages should answer them. Everything else follows that plan.',
    serviceHeading: 'Local SEO for real estate agents',
    serviceWork: paragraphs(
      'We start with where you sell. From your last two years of closings and the areas you name, we list the searches buyers ' +
        'and sellers make there, and match each one to a page on your site.',
      'Then we fix what keeps those pages out of sight: titles that all say the same thing, pages Google can’t reach, a phone ' +
        'number that changes from page to page.',
      'An example: an office wants “homes for sale in Maple Heights.” Three of its pages mention the area, and none ' +
        'is about it. We make one of them the page for that search, give it a title that says so, link the other two ' +
        'to it, and watch for two months what happens. No new tool, no trick: one search, one page, one answer.',
    ),
    serviceReceives: lines(
      'A keyword list by street and area, in a spreadsheet you keep',
      'A site and indexing audit, most valuable fixes first',
      'New titles and descriptions for your main pages',
      'A dated log of every change',
    ),
    serviceWhen:
      'You get the audit by day 10. Titles and descriptions go live by day 20, once you’ve approved them. In later months we ' +
      'work down the list, page by page.',
    serviceNeeds: lines(
      'A website login that lets us edit pages',
      'The areas you work, and the ones you want more of',
      'One person who can approve copy',
    ),
    serviceInBasic: '10 local keywords, titles for 8 pages',
    serviceInStandard: '25 local keywords',
    serviceInPremium: '50 local keywords, competitor review',
    serviceQuestion: 'Can you put us first for our city?',
    serviceAnswer:
      'Nobody can promise that. For most offices the whole city is the wrong target anyway: the big portals own those results. ' +
      'We go after smaller searches, by area, street and question, where a local office has more to say than a portal does.',
    pageDescription:
      'Local SEO for agents and their offices: keywords by street and area, an indexing audit, and titles that fit your pages. See what you get each month.',
  },
  businessProfile: {
    ...bySearch,
    serviceSummary: 'The panel people see before your website: claimed, filled in and kept current with your office.',
    serviceHeading: 'Google Business Profile for real estate agents',
    serviceWork: paragraphs(
      'We claim or clean up the profile, choose its categories, write the description and add your service areas and hours.',
      'Every month after that we add photos and posts from what you send us, and review the edits other people suggest. If Google ' +
        'suspends the profile, we prepare the appeal with you.',
      'The Business Profile is the box with a map, photos, hours, and a call button that Google shows beside or ' +
        'above the results. Many people call from there and never see a website. So a wrong number or an old photo on ' +
        'it costs more than a typo on your home page, and fixing it is often the fastest win of the first month. ' +
        'That’s why we begin with it in every package.',
    ),
    serviceReceives: lines(
      'A complete profile, owned by your account',
      'Review-request templates your agents can send (Standard and up)',
      'A log of suggested edits and what happened to them',
    ),
    serviceWhen:
      'Setup takes the first two weeks. Google may want a video or a postcard to verify the address; that can add a week, and ' +
      'only you can do it.',
    serviceNeeds: lines(
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
  },
  neighborhoodPages: {
    ...bySearch,
    serviceSummary:
      'Pages that answer what a buyer asks about an area, written from public records and local legwork, not adjectives.',
    serviceHeading: 'Neighborhood pages for real estate websites',
    serviceWork: paragraphs(
      'Each page covers one area you sell in: housing stock, dated price ranges, commute times, parks, permits and what changed ' +
        'this year. Your agents tell us what they know; we check it against public records.',
      'Every draft passes a fair-housing check before you see it. We describe homes and places, never who should live there.',
      'A buyer who looks up an area wants to know what homes cost this year, how long the drive downtown takes, ' +
        'whether there’s a sidewalk, and what the fees cover. A page that answers those questions with dated figures ' +
        'gets read, saved, and sent to a spouse. A page of adjectives gets closed. We write the first kind, two or ' +
        'four a month, so that each one gets the attention it needs, and we never copy one from another.',
    ),
    serviceReceives: lines(
      'Finished pages on your own domain, with headings, links and a map',
      'A source for every figure',
      'A date to recheck each page, once a year',
    ),
    serviceWhen:
      'Drafts arrive in the second and third week of each month. You have five business days to comment. Whatever you approve is ' +
      'published before the month is out.',
    serviceNeeds: lines(
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
  },
  idx: {
    ...bySearch,
    serviceSummary: 'The listing half of your site: which pages a search engine should read, and which it should skip.',
    serviceHeading: 'IDX and MLS SEO for brokerage websites',
    serviceWork: paragraphs(
      'An IDX feed can hand a small brokerage forty thousand pages overnight. We count what your feed publishes, check what gets ' +
        'indexed, and find the filters and sort orders that make ten copies of the same page.',
      'With Standard you get that review and a list of settings to change. With Premium we also write the plan for your IDX ' +
        'vendor or developer, and check the result once they ship it.',
      'An example: a brokerage with 300 homes for sale had 6,000 pages in Google, most of them sort orders of the ' +
        'same list. Google spent its visits there and found new listings days late. After the rules changed, the ' +
        'count fell to 600, and new listings showed up the same day. Your numbers will differ, but the pattern is ' +
        'common.',
    ),
    serviceReceives: lines(
      'A count of listing pages: published, crawled, indexed',
      'Canonical and noindex rules for each type of page',
      'A written request your IDX vendor can act on (Premium)',
    ),
    serviceWhen:
      'The review lands in week three of the first month. Vendors answer on their own schedule, often two to six weeks; we follow ' +
      'up every week and tell you where it stands.',
    serviceNeeds: lines(
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
  },
  structuredData: {
    ...bySearch,
    serviceSummary: 'Facts about your agents, offices and listings in a form machines can read, matching what people see.',
    serviceHeading: 'Structured data for agents and listings',
    serviceWork: paragraphs(
      'We add schema.org markup to the pages that state facts: who the agents are, where the offices are, when they open. ' +
        'Premium adds listings and their prices.',
      'Nothing goes into the markup that a visitor can’t read on the page. That’s Google’s rule, and a good one.',
      'An example: two agents named Maria Lopez work in the same county. Markup that gives each page a license ' +
        'number, an office, and a service area tells a search engine which Maria is yours. The same goes for an ' +
        'office that moved: the markup states the new address in one form, so maps and directories that read your ' +
        'site pick up the right one. None of it changes how your page looks, and all of it can be checked.',
    ),
    serviceReceives: lines(
      'Markup for agents, brokers and offices',
      'A validator result for each type of page, before and after',
      'A short guide for the next person who edits the site',
    ),
    serviceWhen:
      'Agent and office markup goes live in weeks two and three. Listing markup follows in the second month, since it has to be ' +
      'tested against your feed.',
    serviceNeeds: lines(
      'Access to edit your templates, or a developer who has it',
      'License numbers and office addresses as they should appear',
    ),
    serviceInBasic: 'Agent and broker schema',
    serviceInStandard: 'Agent and broker schema',
    serviceInPremium: 'Listing and offer schema too',
    serviceQuestion: 'Will we get stars in the search results?',
    serviceAnswer:
      'Not from this. Google doesn’t show stars for reviews a business collects about itself, and we won’t dress them up as ' +
      'something else. Markup helps a machine get your facts right; what it shows is up to the machine.',
    pageDescription:
      'Schema markup for agents, offices and listings that matches what visitors read. See what we deliver, when it goes live and what it cannot do.',
  },
  citations: {
    ...bySearch,
    serviceSummary: 'Directory entries that agree with each other, so maps and portals stop guessing which one is right.',
    serviceHeading: 'Local citations for real estate offices',
    serviceWork: paragraphs(
      'We list every directory, map and portal that names your office, and compare the name, street, suite, phone and web ' +
        'address character by character.',
      'Then we correct the ones that are wrong and add the ones that are missing. With Standard we also close duplicates and ' +
        'entries left over from a former office or brokerage.',
      'Map apps and search engines compare these entries. When six directories say one number and your website says ' +
        'another, they may show the wrong one, or trust neither. Cleaning up is slow, patient work: each directory ' +
        'has its own form, its own rules, and its own waiting time. We keep the list so you don’t have to, and every ' +
        'account is opened in your name with your email address.',
    ),
    serviceReceives: lines(
      'A spreadsheet of every entry: link, login, status',
      'New or corrected entries in directories people use',
      'Duplicates reported and followed up (Standard and up)',
    ),
    serviceWhen:
      'Entries go out in weeks two to four. Most directories publish within days; a few take two months, and the spreadsheet says ' +
      'which.',
    serviceNeeds: lines(
      'Your office details, spelled exactly one way',
      'A mailbox we can use for confirmation links',
      'Former addresses and phone numbers, if you have moved',
    ),
    serviceInBasic: '15 directory citations',
    serviceInStandard: '30 citations with cleanup',
    serviceInPremium: '30 citations with cleanup',
    serviceQuestion: 'Why not buy five hundred listings for fifty dollars?',
    serviceAnswer:
      'Because nobody reads most of those sites, and the seller keeps the logins. Fifteen entries people actually use, under your ' +
      'own account, do more good and never need cleaning up.',
    pageDescription:
      'We correct and add directory entries for your office, with every login in your hands. See how many each package has and how long they take.',
  },
  linkOutreach: {
    ...bySearch,
    serviceSummary:
      'A reason for local papers, schools, builders and charities to mention you, and a polite note that makes the case.',
    serviceHeading: 'Link outreach for real estate brokerages',
    serviceWork: paragraphs(
      'Links worth having come from work worth mentioning: a yearly price report for your county, a guide to permits, a fund for ' +
        'a park. We find what you already have, or help you make one such piece a quarter.',
      'Then we write to the right editors and partners, one at a time, in your name and with your OK.',
      'A link from the county paper or a neighborhood association tells a search engine that people nearby take you ' +
        'seriously. It also brings readers of its own. That’s the test we use before we write to anyone: would you ' +
        'want this mention if search engines didn’t exist? If the answer is no, we skip it. It keeps the list short, ' +
        'and it keeps your name out of link farms and guest-post mills.',
    ),
    serviceReceives: lines(
      'A list of local publications and partners, with a contact at each',
      'Every message as a draft before it goes out',
      'Replies, rejections and links in the monthly report',
    ),
    serviceWhen:
      'Month one is research and the piece we’ll point to. From month two we send about fifteen messages a month. Answers take ' +
      'weeks, and many never come.',
    serviceNeeds: lines(
      'An email address on your domain to send from',
      'A quote or a figure from your team, once a month',
      'A list of your current partners and sponsorships',
    ),
    serviceInBasic: '',
    serviceInStandard: '',
    serviceInPremium: 'Editorial outreach',
    serviceQuestion: 'How many links will we get?',
    serviceAnswer:
      'We don’t know, and anyone who gives you a number is buying them. Some months bring three mentions, some bring none. You see ' +
      'every message we send, so you can judge the effort yourself.',
    pageDescription:
      'Outreach to local press and partners under your name, with no bought links. See how it works, what it takes and why we promise no number.',
  },
  reporting: {
    ...bySearch,
    serviceSummary: 'A report you can read in five minutes, with the numbers behind it for anyone who wants to check.',
    serviceHeading: 'Monthly SEO reports for brokerages',
    serviceWork: paragraphs(
      'On the same date each month you get a report in three parts: what we did, what changed, what comes next. Every figure ' +
        'names its source and the days it covers.',
      'Bad months look like bad months. If calls fell because the market slowed, the report says so and doesn’t hide behind ' +
        'impressions.',
      'You don’t need to know SEO to read it. A “position” is where you stand in the results for one search; a ' +
        '“click” is a visit from there; an “inquiry” is a form or a call. We explain any other term where it first ' +
        'appears. The sample report shows a full month of a made-up brokerage, with the same sections, in the same ' +
        'order, as the one you’d get. It takes five minutes to read, and you can print it.',
    ),
    serviceReceives: lines(
      'The report as a PDF and a link',
      'A half-hour call to go through it (Standard and up)',
      'Calls and forms counted by source (Premium)',
    ),
    serviceWhen: 'By day 30 of your month. The exact date is in your first email from us.',
    serviceNeeds: lines(
      'Viewer access to your analytics and Search Console',
      'A rough count of inquiries and closings, if you’ll share it',
    ),
    serviceInBasic: 'Monthly report',
    serviceInStandard: 'Monthly report and call',
    serviceInPremium: 'Report, call and lead tracking',
    serviceQuestion: 'Which number should we watch?',
    serviceAnswer:
      'Calls and messages from people in your area. Positions and clicks help explain that number, but they don’t pay anyone. When ' +
      'we can’t tell whether a call came from search, the report says so.',
    pageDescription:
      'One clear report a month: what we did, what changed and what comes next, with sources. See what is in it and when it reaches your inbox.',
  },
} satisfies Record<string, Record<string, string>>
