import { defaultServiceValues, joinLines, joinParagraphs, joinServiceSteps } from './service-text-helpers.ts'

export const structuredDataService = {
  ...defaultServiceValues,
  serviceTitle: 'Structured data',
  serviceDetails: 'Agent, office and listing schema that matches what the page shows.',
  serviceIcon: '/art/icons.svg#braces',
  serviceSummary: 'Facts about your agents, offices and listings in a form machines can read, matching what people see.',
  serviceHeading: 'Structured data for agents and listings',
  serviceWork: joinParagraphs(
    'We add schema.org markup to the pages that state facts: who the agents are, where the offices are, when they open. ' +
      'Premium adds listings and their prices.',
    'Nothing goes into the markup that a visitor can’t read on the page. That’s Google’s rule, and a good one.',
    'An example: two agents named Maria Lopez work in the same county. Markup that gives each page a license ' +
      'number, an office, and a service area tells a search engine which Maria is yours. The same goes for an ' +
      'office that moved: the markup states the new address in one form, so maps and directories that read your ' +
      'site pick up the right one. None of it changes how your page looks, and all of it can be checked.',
  ),
  serviceReceives: joinLines(
    'Markup for agents, brokers and offices',
    'A validator result for each type of page, before and after',
    'A short guide for the next person who edits the site',
  ),
  serviceWhen:
    'Agent and office markup goes live in weeks two and three. Listing markup follows in the second month, since it has to be ' +
    'tested against your feed.',
  serviceNeeds: joinLines(
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
  serviceImg: '/art/services.svg#data',
  serviceSample: '',
  serviceSteps: joinServiceSteps({
    'List the facts':
      'We collect names, license numbers, addresses, hours, and areas as they appear on your pages. Where the page and the profile disagree, you decide which is right.',
    'Write the markup':
      'Structured data, or schema, is a short block of code that repeats those facts in a form machines can read. Visitors don’t see it.',
    'Test it':
      'We run each type of page through Google’s Rich Results Test and the schema.org validator, before and after, and keep both results.',
    'Hand it over':
      'The markup reads from your page’s own fields, so it changes when an agent moves or an office closes. Your editor gets a short guide.',
  }),
  serviceFit: joinParagraphs(
    'It’s worth the most if you have several offices or many agents, because that’s where machines mix people up. It also helps if your ' +
      'name resembles another brokerage’s.',
    'It won’t lift a page that has little to say, and it isn’t a secret signal. Think of it as a name tag: it makes sure you’re ' +
      'recognized, and the conversation is still up to you. If your site builder already writes good markup, we test it, tell you ' +
      'so, and spend the hours on something else.',
    'Your site may have some markup already. Paste the address of your home page into Google’s Rich Results Test, which is ' +
      'free, and read the name, phone number, and address that it finds. An old suite number there is worth an email to your ' +
      'web person today, whether or not you hire us. If it finds nothing, or only the name of your site builder, the Basic ' +
      'package is enough to put that right. Listings are worth marking up once their pages stay in search.',
  ),
}
