import { defineCopyKind } from '../../core/define-page-copy-kind.ts'
import { longTextField, textField } from '../../core/field.ts'
import { pricingPackage } from './pricing-package.ts'
import { samplePageLinkTextFields } from './sample-copy.ts'

const monthByMonth = 'Order again only when you want another month.'
const suits = (name: string, initial: string) => textField(`Who ${name} is for`, { initial, optional: true })

/** Texts around and on the packages, on both pages that show them. */
export const pricingCopy = defineCopyKind({
  kind: 'pricing-words',
  part: 'Pricing',
  siblingKind: pricingPackage,
  fieldsNotOnPage: {
    Home: [
      ...['pageHeading', 'pageNote', 'compareHeading', 'notIncluded'],
      ...['reportLink', 'auditLink', 'morePoints', 'afterPaying', 'firstMonth', 'laterMonths', 'afterLink'],
    ],
    Pricing: ['homeHeading', 'homeNote'],
  },
  fields: {
    smallHeading: textField('Small heading', { initial: 'Pricing', optional: true }),
    homeHeading: textField('Heading on the home page', { initial: 'Three packages, every task in writing' }),
    homeNote: longTextField('Text beside the heading', { initial: `Prices are in US dollars. ${monthByMonth}`, optional: true }),
    pageHeading: textField('Heading of the pricing page', { initial: 'Real estate SEO packages' }),
    pageNote: longTextField('Text beside the heading of the page', {
      initial: 'Each package is one month of work. Prices are in US dollars.',
      optional: true,
    }),
    recommended: textField('Badge of the Standard package', { initial: 'Recommended', optional: true }),
    basicSuits: suits('Basic', 'For a solo agent or a new site'),
    standardSuits: suits('Standard', 'For an established office'),
    premiumSuits: suits('Premium', 'For several offices or a large IDX site'),
    perMonth: textField('After the price', { initial: '/month', optional: true }),
    oneOff: textField('After a one-off', { initial: ' once', optional: true }),
    once: textField('Under the price', { initial: 'One payment per order, no auto-renewal', optional: true }),
    keywords: textField('Keywords', { initial: '{count} local keywords', help: '{count} stands for the package’s number.' }),
    keywordsNote: textField('Beside the keywords', { initial: 'each filled lot is one keyword', optional: true }),
    manyKeywordsNote: textField('Beside more than 50 keywords', { initial: 'each lot is one keyword, 50 shown', optional: true }),
    compareHeading: textField('Above the comparison', { initial: 'Compare the packages' }),
    notIncluded: textField('Where a package lacks a service', { initial: 'Not included' }),
    ...samplePageLinkTextFields,
    morePoints: textField('Button that shows more points', {
      initial: 'and {count} more',
      help: '{count} stands for how many there are.',
    }),
    afterPaying: textField('Button that shows the steps', { initial: 'What happens after I pay?' }),
    firstMonth: textField('Above the first month', { initial: 'First month' }),
    laterMonths: textField('Above later months', { initial: 'Month two and later' }),
    afterLink: textField('Link to all steps', { initial: 'Day by day', optional: true }),
    noPackages: textField('When there are no packages', { initial: 'No packages are available right now.' }),
    askPrice: textField('Link when there are no packages', { initial: 'Ask for a price' }),
  },
})
