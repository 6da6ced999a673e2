import { longText, text } from '../../grammar/field.ts'
import { defineWords } from '../../grammar/words.ts'
import { pricingPackage } from './pricing-package.ts'
import { sampleLinks } from './sample-words.ts'

const monthByMonth = 'Order again only when you want another month.'
const suits = (name: string, initial: string) => text(`Who ${name} suits`, { initial, optional: true })
const fact = (nth: string, initial: string) => text(`${nth} fact`, { initial, optional: true })
const factText = (nth: string, initial: string) => text(`${nth} fact: text`, { initial, optional: true })

/** What stands around and on the packages, on both pages that show them. */
export const pricingWords = defineWords({
  kind: 'pricing-words',
  part: 'Pricing',
  beside: pricingPackage,
  fields: {
    smallHeading: text('Small heading', { initial: 'Pricing', optional: true }),
    homeHeading: text('Heading on the home page', { initial: 'Three packages, every task in writing' }),
    homeNote: longText('Text beside it', { initial: `Prices are in US dollars. ${monthByMonth}`, optional: true }),
    pageHeading: text('Heading of the pricing page', { initial: 'Local SEO packages for real estate' }),
    pageNote: longText('Text beside the heading of the page', {
      initial: 'Each package is one month of work. Prices are in US dollars.',
      optional: true,
    }),
    recommended: text('Mark of the Standard package', { initial: 'Recommended', optional: true }),
    basicSuits: suits('Basic', 'For a solo agent or a new site'),
    standardSuits: suits('Standard', 'For an established office'),
    premiumSuits: suits('Premium', 'For several offices or a large IDX site'),
    perMonth: text('After the price', { initial: '/month', optional: true }),
    once: text('Under the price', { initial: 'One payment per order, no auto-renewal', optional: true }),
    keywords: text('Keywords', { initial: '{count} local keywords', help: '{count} stands for how many the package has.' }),
    keywordsNote: text('Beside the keywords', { initial: 'one lit lot per keyword', optional: true }),
    manyKeywordsNote: text('Beside more than 50 keywords', { initial: 'one lot each, 50 shown', optional: true }),
    factOne: fact('First', 'One payment per order'),
    factOneText: factText('First', 'No auto-renewal.'),
    factTwo: fact('Second', 'Month by month'),
    factTwoText: factText('Second', monthByMonth),
    factThree: fact('Third', 'Prices in US dollars'),
    factThreeText: factText('Third', 'The price on the card covers one month.'),
    ...sampleLinks,
    morePoints: text('Folded points', { initial: 'and {count} more', help: '{count} stands for how many there are.' }),
    afterPaying: text('Folded text', { initial: 'What happens after I pay?' }),
    firstMonth: text('Above the first month', { initial: 'First month' }),
    laterMonths: text('Above later months', { initial: 'Month two and later' }),
    afterLink: text('Link to all steps', { initial: 'Day by day', optional: true }),
    noPackages: text('While there is no package', { initial: 'There is no package to order at the moment.' }),
    askPrice: text('Link while there is no package', { initial: 'Ask for a price' }),
  },
})
