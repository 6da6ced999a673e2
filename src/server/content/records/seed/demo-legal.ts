import { legalClause } from '#contract/content/kinds/legal-clause.ts'
import { defineDemoRecords } from './define-demo-records.ts'
import { sampleNames } from './sample-names.ts'

/** What this site does with personal data. The owner replaces these texts after a legal review. */
const privacy = {
  'Who is responsible':
    'The business named at the bottom of every page, with its address, phone number and email. Write to that email with ' +
    'any question about this page.',
  'When you write to us':
    'We keep what you send us with the contact form, such as your email, website and message, and when you sent it. We use ' +
    'it only to answer you.',
  'When you have an account':
    'We keep your email address and a scrambled form of your password that cannot be turned back into it. For every ' +
    'browser you are logged in with, we keep its IP address, its type and the time. You can see them all under Your ' +
    'account, and log out any of them.\n\n' +
    'For an order we keep the package, the price, your name, address and country, its status, and the answers, messages ' +
    'and files that you and we send about it. You pay on the payment provider’s own page: we never see your card number, ' +
    'only whether the payment went through.',
  'When you subscribe':
    'We keep your email address and when you confirmed it. Until you open the link in our confirmation email, we send you ' +
    'no news. Every email to subscribers has a link that unsubscribes you right away. After that we keep your address only ' +
    'so that we don’t email you by mistake.',
  Cookies:
    'You can read these pages without cookies. These actions set some:\n\n' +
    '- **Logging in** sets one that keeps you logged in, and one that lasts 180 days and marks the browser as yours, so a ' +
    'stranger guessing at your password can’t lock you out.\n' +
    '- **Two-step verification**, or logging in through another provider, adds one that lasts a few minutes.\n' +
    '- **Sending a form** sets one that lasts a minute and carries our answer to the next page, and one that lasts half an ' +
    'hour so that page can say it again.\n\n' +
    'None of them follows you to other sites.',
  'How visits are counted':
    'We count how often each page is visited, how many messages reach us and how many orders are started and paid, as one ' +
    'number per day. We keep nothing about who it was: no IP address, no browser, no cookie. If your browser sends Do Not ' +
    'Track or Global Privacy Control, you are not counted, except when you pay for an order. The numbers are deleted after ' +
    '25 months.',
  'Other companies':
    'These pages load nothing from other sites until you press Play on the video, which then comes from its host. No ' +
    'other company measures what you do here, and we don’t sell it.',
  'Preventing abuse': 'We count logins and forms by IP address for up to an hour, to stop endless guessing.',
  'What you can ask us':
    'To see what we hold about you, to correct it or to delete it: write to the email address at the bottom of this page.\n\n' +
    'Some things are deleted automatically:\n\n' +
    '- An unconfirmed address after 30 days\n' +
    '- A message marked as spam 60 days after we read it\n' +
    '- Our record of an email we sent after 90 days\n' +
    '- The log of who did what after two years\n\n' +
    'Messages, accounts and orders stay until you ask, and invoices for as long as the law requires.',
}

const terms = {
  'Who we are':
    `This agreement is between you and ${sampleNames.company} LLC, an Illinois limited liability company (“we”), ` +
    `${sampleNames.street}, Springfield, IL 62701.`,
  'What you order': 'A package is one month of work: the scope on its card, at the price on its card, in US dollars.',
  'How you pay':
    'Placing an order costs nothing. You pay afterward, once for each order, on the payment provider’s own page. Nothing ' +
    'renews automatically, and you owe nothing for an order you never pay. ' +
    'Refunds go to your original payment method.',
  'What we stand behind':
    'The work: the scope of your package, and a report of what we did and what changed. Not a position in search: search ' +
    'engines decide what they show.',
  'What we need from you':
    '- An invitation to your website and your Google Business Profile, never a password\n' +
    '- The areas you serve\n' +
    '- Your name, address and phone number as they should appear\n' +
    '- One person who can approve copy',
  'What you own':
    'Pages are published on your site and profiles are set up in your name. You keep both, even after you stop ordering.',
  'Your account':
    'Keep your password to yourself. Your account shows where you are logged in. There you can log out any device and turn ' +
    'on two-step verification.',
  'Governing law':
    'The laws of the State of Illinois govern this agreement, without regard to its conflict-of-law rules. Disputes go to the ' +
    `state or federal courts in ${sampleNames.county}, Illinois.`,
  Changes:
    'If we change these terms, the new ones apply to orders placed after the change. The terms in force when you order apply ' +
    'to that order.',
}

/** The privacy and terms pages of a new site. */
export const demoLegal = [
  defineDemoRecords(legalClause, [...clausesOf('Privacy', privacy), ...clausesOf('Terms', terms)], { samples: 'untilSaved' }),
]

function clausesOf(legalPage: string, clauses: Record<string, string>) {
  return Object.entries(clauses).map(([clauseTitle, clauseText]) => ({ legalPage, clauseTitle, clauseText }))
}
