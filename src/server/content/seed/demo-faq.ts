import { faqItem } from '../../../contract/sections/faq-item.ts'
import { faqText } from '../../../contract/sections/faq-text.ts'
import { demoOf } from './demo-entry.ts'

/** The questions; an empty line parts two paragraphs. */
export const demoFaq = [
  demoOf(faqText, [{ faqText: 'FAQ', faqHeading: 'Asked before every first order' }]),
  demoOf(faqItem, [
    {
      accodingTitle: 'How long does it take to see a change?',
      accodingText:
        'Commonly 4 to 12 months. Technical fixes and your business profile tend to show first; neighbourhood pages ' +
        'take longer, because they have to be read, linked and trusted.\n\n' +
        'Your monthly report says what moved and what did not, from the first month.',
    },
    {
      accodingTitle: 'Do you guarantee a ranking?',
      accodingText:
        'No. Search engines decide what they show, and nobody outside them can sell you a position.\n\n' +
        'What we answer for is the work: the scope of your package, carried out in the month you paid for, and a ' +
        'report that says what changed and what did not.',
    },
    {
      accodingTitle: 'What is IDX, and why does it matter here?',
      accodingText:
        'IDX (Internet Data Exchange) is how listings from the MLS, the multiple listing service, reach your own site. ' +
        'The same listings reach many other sites too, so a search engine meets the same page again and again and may ' +
        'leave yours out.\n\n' +
        'We check which of your listing pages can be indexed, which ones should be, and what your site adds that the ' +
        'feed does not.',
    },
    {
      accodingTitle: 'Can I stop whenever I like?',
      accodingText:
        'Yes. One order pays for one month, and nothing renews by itself. To stop, do not place another order. ' +
        'Everything finished by then stays yours.',
    },
    {
      accodingTitle: 'Who owns the pages and profiles?',
      accodingText:
        'You do. Pages are published on your site, profiles are set up in your name, and every login belongs to you. ' +
        'If we part, you remove our access and keep the rest.',
    },
    {
      accodingTitle: 'What do you need from us to begin?',
      accodingText:
        'Access to your website and to your Google Business Profile, a list of the areas you work in, your name, address ' +
        'and phone number as they should appear everywhere, and one person who can approve copy.\n\n' +
        'No business profile yet? Setting one up is part of every package.',
    },
    {
      accodingTitle: 'We have several offices. Does that work?',
      accodingText:
        'Yes. Premium includes profiles for several offices: each has its own, and its name, address and phone number ' +
        'are kept the same wherever it is listed. If you are not sure which package fits, send us your office addresses ' +
        'before you order.',
    },
    {
      accodingTitle: 'How does payment work?',
      accodingText:
        'You place the order first; that takes no money. Then you choose Pay Now and pay in US dollars, by card or wallet, ' +
        'on the payment provider’s own page. We never see your card number.\n\n' +
        'Each order is one payment for one month. There is no auto-renewal.',
    },
  ]),
]
