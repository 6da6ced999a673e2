import { defaultServiceValues, joinLines, joinParagraphs, joinServiceSteps } from './service-text-helpers.ts'

export const citationsService = {
  ...defaultServiceValues,
  serviceTitle: 'Citations',
  serviceDetails: 'Name, address and phone number the same in every directory.',
  serviceIcon: '/art/icons.svg#book',
  serviceSummary: 'Directory entries that agree with each other, so maps and portals stop guessing which one is right.',
  serviceHeading: 'Local citations for real estate offices',
  serviceWork: joinParagraphs(
    'We list every directory, map and portal that names your office, and compare the name, street, suite, phone and web ' +
      'address character by character.',
    'Then we correct the ones that are wrong and add the ones that are missing. With Standard we also close duplicates and ' +
      'entries left over from a former office or brokerage.',
    'Map apps and search engines compare these entries. When six directories say one number and your website says ' +
      'another, they may show the wrong one, or trust neither. Cleaning up is slow, patient work: each directory ' +
      'has its own form, its own rules, and its own waiting time. We keep the list so you don’t have to, and every ' +
      'account is opened in your name with your email address.',
  ),
  serviceReceives: joinLines(
    'A spreadsheet of every entry: link, login, status',
    'New or corrected entries in directories people use',
    'Duplicates reported and followed up (Standard and up)',
  ),
  serviceWhen:
    'Entries go out in weeks two to four. Most directories publish within days; a few take two months, and the spreadsheet says ' +
    'which.',
  serviceNeeds: joinLines(
    'Your office details, spelled exactly one way',
    'A mailbox we can use for confirmation links',
    'Former addresses and phone numbers, if you have moved',
  ),
  serviceInBasic: '15 directory citations',
  serviceInStandard: '30 citations with cleanup',
  serviceInPremium: '30 citations with cleanup',
  serviceQuestion: 'Why not buy five hundred listings for fifty dollars?',
  serviceAnswer:
    'Because no one reads most of those sites, and the seller keeps the logins. Fifteen entries people actually use, under your ' +
    'own account, do more good and never need cleaning up.',
  pageDescription:
    'We correct and add directory entries for your office, with every login in your hands. See how many each package has and how long they take.',
  serviceImg: '/art/services.svg#directories',
  serviceSample: '',
  serviceSteps: joinServiceSteps({
    'Find every listing':
      'A citation is any place that prints your name, address, and phone number: maps, directories, portals, chambers, local papers. We search for your current details and for every old one you remember.',
    'Settle the facts':
      'Suite or unit, street or St., main line or cell: you pick one spelling, and it becomes the standard for all of them.',
    'Correct and add':
      'We fix the largest sites first, because smaller ones copy from them. New entries go only where people look for an agent.',
    'Check again': 'After thirty days we check each entry again. Whatever has gone back to the old number gets a second request.',
  }),
  serviceFit: joinParagraphs(
    'Order this if you’ve moved, merged, changed brokerages, or changed phone numbers in the last ten years. One wrong number on a map ' +
      'can send calls to a closed office for years without anyone noticing.',
    'If you’ve been at one address with one number since you opened, you may need only a handful of entries. We’ll see that in the ' +
      'audit and use the time for something else in your package. Most of this work is done once: after three or four months, ' +
      'a yearly check is enough.',
    'To judge how much cleanup there is, search for your old phone number or former address in quotation marks. Each result ' +
      'is a place that still sends people the wrong way. Two or three are normal. Ten or more usually mean that a data ' +
      'company has sold the old record, and new copies will keep coming until the source is corrected. We start with the ' +
      'source. Write down every name your office has used; agents who have been there longest remember the most.',
  ),
}
