const bySearch = { pageTitle: '', shareImage: '' }
const lines = (...all: string[]) => all.join('\n')
const paragraphs = (...all: string[]) => all.join('\n\n')

/** What each service says on the page of all services, and on its own. */
export const servicePages = {
  localSeo: {
    ...bySearch,
    serviceSummary:
      'Which streets, which questions, which pages: the plan that every other service works from, and the fixes it asks for.',
    serviceHeading: 'Local SEO for real estate brokerages',
    serviceWork: paragraphs(
      'We start with where you sell. From your last two years of closings and the areas you name, we draw up a list of searches ' +
        'that buyers and sellers make there, and match each one to a page of your site.',
      'Then we mend what keeps those pages out of sight: titles that all say the same, pages a crawler cannot reach, a phone ' +
        'number that differs from one page to the next.',
    ),
    serviceReceives: lines(
      'A keyword list by street and area, in a sheet you keep',
      'A site and indexing audit, with the fixes in order of worth',
      'New titles and descriptions for your main pages',
      'A note of every change, with its date',
    ),
    serviceWhen:
      'The audit reaches you by day 10. Titles and descriptions are live by day 20, once you have approved them. In later months ' +
      'we work through the next pages on the list.',
    serviceNeeds: lines(
      'A login to your website with the right to edit pages',
      'The areas you work in, and the ones you want more of',
      'One person who can say yes to copy',
    ),
    serviceInBasic: '10 local keywords, 8 pages of titles',
    serviceInStandard: '25 local keywords',
    serviceInPremium: '50 local keywords, competitor review',
    serviceQuestion: 'Can you put us first for our city?',
    serviceAnswer:
      'Nobody can promise that. A whole city is also the wrong target for most offices: portals hold those results. We aim at ' +
      'the smaller searches, by area, street and question, where a local office has more to say than a portal does.',
    pageDescription:
      'Keywords by street and area, an indexing audit, and titles that fit your pages. See what you get each month and which package includes it.',
  },
  businessProfile: {
    ...bySearch,
    serviceSummary: 'The panel people see before your website: claimed, completed and kept in step with your office.',
    serviceHeading: 'Google Business Profile for real estate agents',
    serviceWork: paragraphs(
      'We claim or clean up the profile, choose its categories, write the description and add your service areas and hours.',
      'Every month after that we add photos and posts from what you send us, and answer edits that strangers suggest. If a ' +
        'profile gets suspended, we prepare the appeal with you.',
    ),
    serviceReceives: lines(
      'A complete profile that belongs to your own account',
      'Review-request templates your agents can send (Standard and up)',
      'A log of suggested edits and what became of them',
    ),
    serviceWhen:
      'Set-up takes the first two weeks. Google may ask for a video or a postcard to verify the address; that can add a week, ' +
      'and only you can do it.',
    serviceNeeds: lines(
      'Manager access to the profile, or proof of the office address',
      'Six or more photos of the office and team',
      'Your license name exactly as the state lists it',
    ),
    serviceInBasic: 'Set-up of one profile',
    serviceInStandard: 'Set-up and review-request templates',
    serviceInPremium: 'Profiles for several offices',
    serviceQuestion: 'Do you write or buy reviews?',
    serviceAnswer:
      'No. Bought and invented reviews break the rules of Google and of the FTC, and the profile is yours to lose. We give you ' +
      'words to ask real clients with, all of them, not only the happy ones.',
    pageDescription:
      'We set up your Google Business Profile, keep it accurate for each office and help you ask for reviews. See the steps and what we need.',
  },
  neighborhoodPages: {
    ...bySearch,
    serviceSummary: 'Pages that answer what a buyer asks about an area, written from records and walks instead of adjectives.',
    serviceHeading: 'Neighborhood pages for real estate websites',
    serviceWork: paragraphs(
      'Each page covers one area you sell in: housing stock, price ranges with their date, commute times, parks, permits and ' +
        'what changed this year. Your agents tell us what they know; we check it against public records.',
      'Every draft passes a fair-housing check before you see it. We describe homes and places, never who should live there.',
    ),
    serviceReceives: lines(
      'Finished pages on your own domain, with headings, links and a map',
      'A list of sources for every figure',
      'A yearly date on which each page should be checked again',
    ),
    serviceWhen:
      'Drafts come in the second and third week of each month. You have five working days to comment. What you approve is ' +
      'published before the month ends.',
    serviceNeeds: lines(
      'A half-hour call with an agent who works the area',
      'Photos you own, if you have them',
      'Comments on a draft within five working days',
    ),
    serviceInBasic: '',
    serviceInStandard: '2 pages a month',
    serviceInPremium: '4 pages a month',
    serviceQuestion: 'Will you use AI to write them?',
    serviceAnswer:
      'A person writes and signs off every page. We use software to gather records and to catch mistakes. A page that says ' +
      'nothing your agents know is not worth publishing, however fast it was made.',
    pageDescription:
      'Researched pages about the areas you sell in, checked for fair housing and published on your own site. See how one gets made, week by week.',
  },
  idx: {
    ...bySearch,
    serviceSummary: 'The listing half of your site: which pages a search engine should read, and which it should pass over.',
    serviceHeading: 'IDX and MLS SEO for brokerage websites',
    serviceWork: paragraphs(
      'An IDX feed can give a small brokerage forty thousand addresses overnight. We count what your feed publishes, see what is ' +
        'indexed, and find the filters and sort orders that make the same page ten times.',
      'In Standard you get that review with a list of settings to change. In Premium we also write the plan for your IDX vendor ' +
        'or developer, and check the result after they ship it.',
    ),
    serviceReceives: lines(
      'A count of listing pages: published, crawled, indexed',
      'Canonical and noindex rules, page type by page type',
      'A written request your IDX vendor can act on (Premium)',
    ),
    serviceWhen:
      'The review lands in week three of the first month. Vendors answer in their own time, often two to six weeks; we chase ' +
      'them once a week and tell you where it stands.',
    serviceNeeds: lines(
      'The name of your IDX vendor and a contact there',
      'Access to Search Console, or ten minutes to set it up',
      'The display rules of your MLS',
    ),
    serviceInBasic: '',
    serviceInStandard: 'IDX indexing review',
    serviceInPremium: 'IDX/MLS technical plan',
    serviceQuestion: 'What if our vendor will not change anything?',
    serviceAnswer:
      'It happens. Framed or hosted feeds leave little to change. Then we say so in writing, put the month into pages you do ' +
      'control, and tell you what to ask for when the contract is up.',
    pageDescription:
      'We review which IDX listing pages get indexed, write rules for the rest and brief your vendor. See what each package covers and how long it takes.',
  },
  structuredData: {
    ...bySearch,
    serviceSummary: 'Facts about your agents, offices and listings in the form that machines read, matching what people see.',
    serviceHeading: 'Structured data for agents and listings',
    serviceWork: paragraphs(
      'We add schema.org markup to the pages that state facts: who the agents are, where the offices stand, when they open. ' +
        'Premium adds listings and their prices.',
      'Nothing goes into the markup that a visitor cannot read on the page. That is Google’s rule, and a good one.',
    ),
    serviceReceives: lines(
      'Markup for agents, brokers and offices',
      'A validator result for each type of page, before and after',
      'A one-page guide for whoever edits the site next',
    ),
    serviceWhen:
      'Agent and office markup goes live in weeks two and three. Listing markup follows in the second month, since it has to be ' +
      'tested against your feed.',
    serviceNeeds: lines(
      'The right to add code to templates, or a developer who can',
      'License numbers and office addresses as they should appear',
    ),
    serviceInBasic: 'Agent and broker schema',
    serviceInStandard: 'Agent and broker schema',
    serviceInPremium: 'Listing and offer schema too',
    serviceQuestion: 'Will we get stars in the search results?',
    serviceAnswer:
      'Not from this. Google does not show stars for reviews a business collects about itself, and we will not dress them up as ' +
      'something else. Markup helps a machine get your facts right; what it shows is up to the machine.',
    pageDescription:
      'Schema markup for agents, offices and listings that matches what visitors read. See what we deliver, when it goes live and what it cannot do.',
  },
  citations: {
    ...bySearch,
    serviceSummary: 'Directory entries that agree with each other, so that maps and portals stop guessing which one is right.',
    serviceHeading: 'Local citations for real estate offices',
    serviceWork: paragraphs(
      'We list every directory, map and portal that names your office, and compare the name, street, suite, phone and web ' +
        'address letter by letter.',
      'Then we correct the ones that are wrong and add the ones that are missing. With Standard we also close duplicates and ' +
        'entries left over from a former office or brokerage.',
    ),
    serviceReceives: lines(
      'A sheet of all entries: link, login, status',
      'New or corrected entries in directories people use',
      'Duplicates reported and followed up (Standard and up)',
    ),
    serviceWhen:
      'Entries are sent in weeks two to four. Most directories publish within days; a few take two months, and the sheet says ' +
      'which.',
    serviceNeeds: lines(
      'Your office details, spelled the one way you want them',
      'A mailbox we may use for confirmation links',
      'Former addresses and phone numbers, if you have moved',
    ),
    serviceInBasic: '15 directory citations',
    serviceInStandard: '30 citations with cleanup',
    serviceInPremium: '30 citations with cleanup',
    serviceQuestion: 'Why not buy five hundred listings for fifty dollars?',
    serviceAnswer:
      'Because nobody reads most of those sites, and the logins stay with the seller. Fifteen entries that people use, under ' +
      'your own account, do more good and never have to be cleaned up later.',
    pageDescription:
      'We correct and add directory entries for your office, with every login in your hands. See how many each package has and how long they take.',
  },
  linkOutreach: {
    ...bySearch,
    serviceSummary:
      'A reason for local papers, schools, builders and charities to mention you, and a polite note that gives it to them.',
    serviceHeading: 'Link outreach for real estate brokerages',
    serviceWork: paragraphs(
      'Links worth having come from work worth mentioning: a yearly price report for your county, a guide to permits, a fund for ' +
        'a park. We find what you already have, or help you make one such thing a quarter.',
      'Then we write to the editors and partners it is for, one at a time, under your name and with your consent.',
    ),
    serviceReceives: lines(
      'A list of local publications and partners, with a person at each',
      'Drafts of every message before it goes out',
      'Replies, refusals and links in the monthly report',
    ),
    serviceWhen:
      'The first month is research and the piece to point to. Messages go out from month two, about fifteen a month. Answers ' +
      'take weeks, and many never come.',
    serviceNeeds: lines(
      'An email address on your domain to write from',
      'A quote or a figure from your team, once a month',
      'A list of partners and sponsorships you have already',
    ),
    serviceInBasic: '',
    serviceInStandard: '',
    serviceInPremium: 'Editorial outreach',
    serviceQuestion: 'How many links will we get?',
    serviceAnswer:
      'We do not know, and whoever gives you a number is buying them. Some months bring three mentions, some bring none. You ' +
      'see every message we sent, so you can judge the effort for yourself.',
    pageDescription:
      'Outreach to local press and partners under your name, with no bought links. See how it works, what it takes and why we promise no number.',
  },
  reporting: {
    ...bySearch,
    serviceSummary: 'A page you can read in five minutes, with the figures behind it for whoever wants to check.',
    serviceHeading: 'Monthly SEO reports for brokerages',
    serviceWork: paragraphs(
      'On the same date each month you get a sheet with three parts: what we did, what changed, what comes next. Each figure names its ' +
        'source and the days it covers.',
      'Bad months look like bad months. If calls fell because the market slowed, the report says that, and does not hide it ' +
        'behind impressions.',
    ),
    serviceReceives: lines(
      'A two-page report as a PDF and a link',
      'A half-hour call to go through it (Standard and up)',
      'Calls and forms counted by source (Premium)',
    ),
    serviceWhen: 'Within three working days after your month ends. The date is in your first email from us.',
    serviceNeeds: lines(
      'Viewer access to your analytics and Search Console',
      'A rough count of inquiries and closings, if you will share it',
    ),
    serviceInBasic: 'Monthly report',
    serviceInStandard: 'Monthly report and call',
    serviceInPremium: 'Report, call and lead tracking',
    serviceQuestion: 'Which number should we watch?',
    serviceAnswer:
      'Calls and messages from people in your area. Positions and clicks explain that number, but they pay no one. Where we ' +
      'cannot tell a call from search apart from any other, the report says so.',
    pageDescription:
      'One clear report a month: what we did, what changed and what comes next, with sources. See what is in it and when it reaches your inbox.',
  },
} satisfies Record<string, Record<string, string>>
