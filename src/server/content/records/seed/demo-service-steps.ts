import type { demoServicePages } from './demo-service-pages.ts'

const picture = (view: string) => `/art/services.svg#${view}`
const steps = (all: Record<string, string>) =>
  Object.entries(all)
    .map(([title, text]) => `${title}: ${text}`)
    .join('\n')

/** The work of each service step by step, whom it suits, and its picture. */
export const demoServiceSteps = {
  localSeo: {
    serviceImg: '/art/service-main.svg',
    serviceSample: 'Sample audit',
    serviceSteps: steps({
      'Find the searches':
        'We read your closings, your listings, and Search Console, Google’s free report on how people find a site. The result is a list of searches with a street, an area, or a question in them.',
      'Match searches to pages':
        'Each search gets one page that should answer it. Where two pages compete, we merge them. Where none exists, we plan one.',
      'Audit the site':
        'We crawl every page the way a search engine does, and rank what we find by how many inquiries it costs you and how long it takes to fix.',
      'Fix and log':
        'We rewrite titles and descriptions, repair links, and remove what blocks a page from Google. The log shows the old text beside the new one, so any change can be undone.',
    }),
    serviceFit:
      'Start here if people find you by name but not by neighborhood, or if nobody has looked at your website since it launched. ' +
      'It pays off most when you work a handful of areas and know them well.\n\n' +
      'It’s the wrong first step if you’re about to replace your website. Launch first, or send us the new templates before they go ' +
      'live, so you don’t pay for the same work twice. And if you need calls this week, ads are faster; we’ll tell you so.',
  },
  businessProfile: {
    serviceImg: picture('profile'),
    serviceSample: '',
    serviceSteps: steps({
      'Get control of it':
        'Old profiles often belong to a former assistant or agency. We request ownership in your name, and we work as a manager you can remove.',
      'Fill in every field':
        'Categories, service areas, hours, holiday hours, services, and a description that says what you sell and where. The name is the one on your license, with no keywords added.',
      'Match it to your website':
        'The same name, address, and phone number stand on your site, so Google has one version of the facts.',
      'Keep it current':
        'Each month we add photos and posts, answer open questions with you, and check the edits that other people suggested.',
    }),
    serviceFit:
      'Every office with a door that clients can walk through should have a complete profile. For many agents it brings more calls ' +
      'than the website does, because people see it first.\n\n' +
      'A profile needs a real place or a real service area. If you work from home, we hide the address and set the areas you serve. ' +
      'If two agents share an office, each can have a profile under their own name, next to the brokerage’s. We don’t set up profiles ' +
      'for mailboxes or offices that don’t exist: Google suspends them, and sometimes the real one with them.',
  },
  neighborhoodPages: {
    serviceImg: picture('neighborhood'),
    serviceSample: '',
    serviceSteps: steps({
      'Pick the area':
        'We look for areas where you close sales, people search, and the pages Google shows today are thin. You choose from that list.',
      'Talk to an agent':
        'In half an hour, one of your agents tells us what buyers ask there: which blocks flood, where parking is a fight, what an HOA covers.',
      'Check the records':
        'Sales, permits, zoning, transit, and school boundaries come from public sources. Each figure keeps its source and its date.',
      'Write, review, publish':
        'You get a draft with questions in the margin. After your comments and the fair-housing check, we publish it and link it from your listings.',
    }),
    serviceFit:
      'These pages suit you if your site has a list of neighborhoods with the same paragraph under each name. Replacing five of those ' +
      'with five real pages does more than adding fifty new ones.\n\n' +
      'They take patience. A new page usually needs three to six months to settle, and it needs an agent who will spend half an hour ' +
      'on the phone. If nobody in the office knows the area, we’d rather not write about it.',
  },
  idx: {
    serviceImg: picture('listings'),
    serviceSample: '',
    serviceSteps: steps({
      'Count the pages':
        'IDX, Internet Data Exchange, is the feed that puts listings from the MLS on your site. We count every address it creates: listings, maps, filters, sort orders, and printable copies.',
      'See what Google does with them':
        'We compare that count with Search Console and your server log: which pages Google visits, which it keeps, and which it throws away.',
      'Write the rules':
        'For each type of page we say whether it should be in search, point to another page, or stay out. “Canonical” and “noindex” are the two labels that tell a search engine so.',
      'Follow it through':
        'We send the list to your vendor or developer, answer their questions, and test the result before it goes live.',
    }),
    serviceFit:
      'You need this if your site has a search box for listings and Google shows far more pages of it than you have homes for sale. ' +
      'It matters even more after a change of IDX vendor or of address format.\n\n' +
      'If your listings sit in a frame from another company’s site, Google doesn’t count them as yours, and there’s nothing to index. ' +
      'Then this money is better spent on neighborhood pages. We check that before you order, at no charge: send us your address.',
  },
  structuredData: {
    serviceImg: picture('data'),
    serviceSample: '',
    serviceSteps: steps({
      'List the facts':
        'We collect names, license numbers, addresses, hours, and areas as they stand on your pages. Where the page and the profile disagree, you decide which is right.',
      'Write the markup':
        'Structured data, or schema, is a short block of code that repeats those facts in a form machines can read. Visitors don’t see it.',
      'Test it':
        'We run each type of page through Google’s Rich Results Test and the schema.org validator, before and after, and keep both results.',
      'Hand it over':
        'The markup reads from your page’s own fields, so it changes when an agent moves or an office closes. Your editor gets a short guide.',
    }),
    serviceFit:
      'It’s worth the most if you have several offices or many agents, because that’s where machines mix people up. It also helps if your ' +
      'name resembles another brokerage’s.\n\n' +
      'It won’t lift a page that has little to say, and it isn’t a secret signal. Think of it as a name tag: it makes sure you’re ' +
      'recognized, and the conversation is still up to you. If your site builder already writes good markup, we test it, tell you ' +
      'so, and spend the hours on something else.',
  },
  citations: {
    serviceImg: picture('directories'),
    serviceSample: '',
    serviceSteps: steps({
      'Find every listing':
        'A citation is any place that prints your name, address, and phone number: maps, directories, portals, chambers, local papers. We search for your current details and for every old one you remember.',
      'Settle the facts':
        'Suite or unit, street or St., main line or cell: you pick one spelling, and it becomes the standard for all of them.',
      'Correct and add':
        'We fix the largest sites first, because smaller ones copy from them. New entries go only where people look for an agent.',
      'Check again':
        'After thirty days we look at each entry once more. Whatever has gone back to the old number gets a second request.',
    }),
    serviceFit:
      'Order this if you’ve moved, merged, changed brokerages, or changed phone numbers in the last ten years. One wrong number on a map ' +
      'can send calls to a closed office for years without anyone noticing.\n\n' +
      'If you’ve been at one address with one number since you opened, you may need only a handful of entries. We’ll see that in the ' +
      'audit and use the time for something else in your package. Most of this work is done once: after three or four months, ' +
      'a yearly check is enough.',
  },
  linkOutreach: {
    serviceImg: picture('outreach'),
    serviceSample: '',
    serviceSteps: steps({
      'Find the reason':
        'Nobody links to a brokerage for being a brokerage. We look for what you know that a reporter or a neighbor would use: prices by block, permit times, a map of sidewalk repairs.',
      'Make the piece':
        'You supply a figure, a quote, or an afternoon with an agent. We write it, check the numbers, and publish it on your site.',
      'Write to people':
        'Each message goes to one person, says why their readers would care, and is signed by you. You see it first.',
      'Report every answer': 'The monthly report lists who replied, who declined, who published, and what we’ll try next.',
    }),
    serviceFit:
      'Outreach suits offices that take part in local life: sponsorships, events, data nobody else has. It needs the rest in place first, ' +
      'since a link to a thin page is wasted. That’s why it’s part of Premium only.\n\n' +
      'It isn’t for you if you need a fixed number of links by a fixed date. The only way to promise that is to pay for them, and ' +
      'Google discounts or penalizes links that were bought. If you’d rather spend the hours on pages, tell us before the month starts and we’ll swap them.',
  },
  reporting: {
    serviceImg: picture('report'),
    serviceSample: 'Sample report',
    serviceSteps: steps({
      'Set the baseline':
        'Before any work begins, we save where you stand: calls and direction requests from your profile, visits from search, inquiries, and positions for your keywords.',
      'Count the same things':
        'Each month we read the same sources for the same days, and leave out your own visits and ours. A definition never changes without a note.',
      'Explain the change': 'Charts show what moved. A sentence beside each says why we think it did, and how sure we are.',
      'Say what’s next':
        'The last part lists next month’s tasks and what we need from you. What didn’t work has a section of its own.',
    }),
    serviceFit:
      'Every package includes the report, because work you can’t see is hard to judge. Read it in five minutes, or forward it to the ' +
      'owner: it needs no log-in and no glossary.\n\n' +
      'If you want to check a figure, each one names its source, and the accounts it comes from are yours. If you’d like your own ' +
      'numbers beside ours, such as closings or showings, send them and we’ll add a column. And if two months in a row show no ' +
      'progress, the report says what we’d change, or that you should stop.',
  },
} satisfies Record<keyof typeof demoServicePages, Record<string, string>>
