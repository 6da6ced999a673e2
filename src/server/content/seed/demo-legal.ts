import { legalClause } from '../../../contract/sections/legal-clause.ts'
import { demoOf } from './demo-entry.ts'

/** What this site does by itself, put in words; the owner has them looked at, and puts their own in their place. */
const privacy = {
  'Who answers for your details':
    'The business whose name, address, phone number and email stand at the foot of every page. Write there with any ' +
    'question about what follows.',
  'When you write to us':
    'We keep your name, email, phone number, subject and message, as far as you filled them in, and when they came. We ' +
    'use them to answer you and for nothing else.',
  'When you have an account':
    'We keep your email address and a form of your password from which it cannot be read. For every browser in which you ' +
    'are logged in we keep its internet address, its kind and the time: you see them under Your account, and can end each ' +
    'of them there.\n\n' +
    'For an order we keep the package, the price, your name, address and country, and what became of it. You pay on the ' +
    'payment provider’s own page: we never see your card number, and learn only whether the payment went through.',
  'When you subscribe':
    'We keep your email address and when you confirmed it. Until you have followed the link in the mail that asks for ' +
    'your confirmation, we send you no news. Each mail of ours to subscribers has a link that ends the subscription at ' +
    'once; your address is then kept only so that nobody writes to it by mistake.',
  Cookies:
    'Reading these pages sets no cookie. Logging in sets one that keeps you logged in, and one that lasts 180 days and ' +
    'marks the browser as yours, so that a stranger’s guesses at your password cannot lock you out. A second step, or ' +
    'another provider’s login, adds one that lasts some minutes. Sending a form sets one that lasts a minute and carries ' +
    'our answer to the next page, and one that lasts half an hour, with which that page can say it again. None of them ' +
    'follows you anywhere else.',
  'How visits are counted':
    'We count how often each page is visited, how many messages reach us and how many orders are begun and paid, as one ' +
    'number for each day. Nothing is kept of who it was: no internet address, no browser, no cookie. Whose browser sends ' +
    'Do Not Track or Global Privacy Control is not counted at all; an order that is paid is. The numbers are deleted after ' +
    '25 months.',
  'Other companies':
    'These pages ask nothing of other sites until you press Play on the video, which then comes from its host. What ' +
    'visitors do here is not measured by anybody else, and not sold.',
  'Against misuse': 'Logins and forms are counted by internet address for up to an hour, so that nobody can try without end.',
  'What you can ask of us':
    'What we hold about you, and that we correct it or delete it. Nothing of it is deleted by itself: write to the email ' +
    'address at the foot of this page.',
}

const terms = {
  'What you order':
    'A package is one month of work with the scope that stands on its card, at the price that stands there, in US dollars.',
  'How you pay':
    'Placing an order takes no money. You pay afterwards, once for each order, on the payment provider’s own page. ' +
    'Nothing renews by itself, and an order that was not paid costs nothing.',
  'What we answer for':
    'For the work: the scope of your package, and a report that says what was done and what changed. Not for a position: ' +
    'search engines decide what they show.',
  'What we need from you':
    'Access to your website and to your Google Business Profile, the areas you work in, your name, address and phone ' +
    'number as they should appear, and one person who can approve copy.',
  'What is yours':
    'Pages are published on your site and profiles are set up in your name. Both stay yours, also after you stop ordering.',
  'Your account':
    'Keep your password to yourself. Under Your account you see where you are logged in and can end it, and you can add a ' +
    'second factor.',
}

/** What the privacy page and the terms page say until the owner has had them looked at. */
export const demoLegal = [
  demoOf(legalClause, [...clausesOf('Privacy', privacy), ...clausesOf('Terms', terms)], { samples: 'untilSaved' }),
]

function clausesOf(legalPage: string, clauses: Record<string, string>) {
  return Object.entries(clauses).map(([clauseTitle, clauseText]) => ({ legalPage, clauseTitle, clauseText }))
}
