import { defaultServiceValues, joinLines, joinParagraphs, joinServiceSteps } from './service-text-helpers.ts'

export const linkOutreachService = {
  ...defaultServiceValues,
  serviceTitle: 'Link outreach',
  serviceDetails: 'We pitch local press and partners. We never buy links.',
  serviceIcon: '/art/icons.svg#link',
  serviceSummary:
    'A reason for local papers, schools, builders and charities to mention you, and a polite note that makes the case.',
  serviceHeading: 'Link outreach for real estate brokerages',
  serviceWork: joinParagraphs(
    'Links worth having come from work worth mentioning: a yearly price report for your county, a guide to permits, a fund for ' +
      'a park. We find what you already have, or help you make one such piece a quarter.',
    'Then we write to the right editors and partners, one at a time, in your name and with your OK.',
    'A link from the county paper or a neighborhood association tells a search engine that people nearby take you ' +
      'seriously. It also brings readers of its own. That’s the test we use before we write to anyone: would you ' +
      'want this mention if search engines didn’t exist? If the answer is no, we skip it. It keeps the list short, ' +
      'and it keeps your name out of link farms and guest-post mills.',
  ),
  serviceReceives: joinLines(
    'A list of local publications and partners, with a contact at each',
    'Every message as a draft before it goes out',
    'Replies, rejections and links in the monthly report',
  ),
  serviceWhen:
    'Month one is research and the piece we’ll point to. From month two we send about fifteen messages a month. Answers take ' +
    'weeks, and many never come.',
  serviceNeeds: joinLines(
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
  serviceImg: '/art/services.svg#outreach',
  serviceSample: '',
  serviceSteps: joinServiceSteps({
    'Find the reason':
      'No one links to a brokerage for being a brokerage. We look for what you know that a reporter or a neighbor would use: prices by block, permit times, a map of sidewalk repairs.',
    'Make the piece':
      'You supply a figure, a quote, or an afternoon with an agent. We write it, check the numbers, and publish it on your site.',
    'Write to people':
      'Each message goes to one person, says why their readers would care, and is signed by you. You see it first.',
    'Report every answer': 'The monthly report lists who replied, who declined, who published, and what we’ll try next.',
  }),
  serviceFit: joinParagraphs(
    'Outreach suits offices that take part in local life: sponsorships, events, data no one else has. It needs the rest in place first, ' +
      'since a link to a thin page is wasted. That’s why it’s part of Premium only.',
    'It isn’t for you if you need a fixed number of links by a fixed date. The only way to promise that is to pay for them, and ' +
      'Google discounts or penalizes links that were bought. If you’d rather spend the hours on pages, tell us before the month starts and we’ll swap them.',
    'A quick test before you order: name three people outside your office who would read something you publish about the ' +
      'area. A reporter, the head of a neighborhood association, a builder, a relocation manager. If you can, there is a ' +
      'start. Then look at last year’s sponsorships and donations. Many of those groups have a website and never linked to ' +
      'you, simply because no one asked. Those are the first letters we write.',
  ),
}
