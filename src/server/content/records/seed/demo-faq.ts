import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { faqSectionHeading } from '#contract/content/kinds/faq-section-heading.ts'
import { defineDemoRecords } from './define-demo-records.ts'

/** Each question stands on one page. */
export const demoFaq = [
  defineDemoRecords(faqSectionHeading, [{ faqText: 'FAQ', faqHeading: 'What brokers ask before they order' }]),
  defineDemoRecords(faqItem, [
    ...onPage('Home', {
      'How long until we see a change?':
        'Usually 4 to 12 months. Technical fixes and your business profile tend to show first. Neighborhood pages take ' +
        'longer: they have to be crawled, read and linked to.\n\n' +
        'You get a report from month one, and it says what moved and what didn’t.',
      'Do you guarantee a ranking?':
        'No. Search engines decide what they show, and no one outside them can sell you a spot.\n\n' +
        'What we stand behind is the work: everything in your package, done in the month you paid for, and a report that ' +
        'shows it.',
      'What is IDX, and why does it matter?':
        'IDX (Internet Data Exchange) is the feed that puts listings from the MLS, the multiple listing service, on your ' +
        'own site. It puts the same listings on every other brokerage’s site too, so a search engine sees copies and may ' +
        'skip yours.\n\n' +
        'We check which of your listing pages can be indexed, which ones should be, and what you can add that the feed ' +
        'doesn’t have.',
      'Who owns the pages and profiles?':
        'You do. Pages go live on your site, profiles are set up in your name, and every login is yours. If we part ways, ' +
        'remove our access and keep the rest.',
    }),
    ...onPage('Pricing', {
      'Can I cancel anytime?':
        'Yes. One order covers one month, and nothing renews by itself. To stop, don’t place another order. Everything ' +
        'finished by then is yours to keep.',
      'What do you need from us to start?':
        'Five things:\n\n' +
        '- Access to your website\n' +
        '- Access to your Google Business Profile\n' +
        '- A list of the areas you serve\n' +
        '- Your name, address and phone number, exactly as they should appear\n' +
        '- One person who can approve copy\n\n' +
        'No business profile yet? Every package includes setting one up.',
      'We have several offices. Does that work?':
        'Yes. Premium covers several offices: each gets its own profile, with the same name, address and phone number ' +
        'everywhere it’s listed. Not sure which package fits? [Send us your office addresses](/contact) before you order.',
      'How does payment work?':
        'You place the order first; that costs nothing. Then you press Pay Now and pay in US dollars, by card or wallet, on ' +
        'the payment provider’s own page. We never see your card number.\n\n' +
        'One order, one payment, one month. There is no auto-renewal.',
    }),
  ]),
]

function onPage(faqPage: string, questions: Record<string, string>) {
  return Object.entries(questions).map(([accodingTitle, accodingText]) => ({ accodingTitle, accodingText, faqPage }))
}
