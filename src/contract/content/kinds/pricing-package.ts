import { defineContentKind } from '../../core/content-kind.ts'
import { choiceField, longTextField, priceField, textField } from '../../core/field.ts'

const months = ['packageFirstMonth', 'packageLaterMonths']
const points = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'].map((nth) => `packagePoint${nth}`)

/** The packages that copy and services name (P-26). The owner can add others. */
export const packageNames = ['Basic', 'Standard', 'Premium'] as const

/** In characters. A name stands on one line of an invoice. */
export const MAX_PACKAGE_NAME = 60

/** Returns whether a package is one piece of work instead of a month of it. */
export function isOneOffPackage({ packageTerm }: Readonly<Record<string, unknown>>): boolean {
  return packageTerm === 'One-off'
}

/** Returns the anchor of a package on the pricing page: `Site audit` gives `site-audit`. */
export function getPackageAnchor(packageName: string): string {
  return packageName.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')
}

/** Returns what a customer's months are counted by: the orders of one family continue each other. */
export function getPackageFamily(packageName: string): string {
  return packageName
}

export const pricingPackage = defineContentKind({
  kind: 'pricing-package',
  title: 'Pricing package',
  shape: 'list',
  group: 'pricing',
  shownOn: ['Home', 'Pricing', 'Service pages'],
  fieldsNotOnPage: { Home: months, 'Service pages': ['packageButtonText', ...points, ...months] },
  fields: {
    packageName: textField('Package', { maxLength: MAX_PACKAGE_NAME, isIdentifier: true }),
    packagePrice: priceField('Price', { help: 'US dollars, such as 499. Orders already placed keep their price.' }),
    packageTerm: choiceField('Price of', ['Month', 'One-off'], { initial: 'Month', optional: true }),
    packageButtonText: textField('Button text', { help: 'Leads to the order form of this package.' }),
    packagePointOne: textField('Point 1'),
    packagePointTwo: textField('Point 2'),
    packagePointThree: textField('Point 3'),
    packagePointFour: textField('Point 4'),
    packagePointFive: textField('Point 5'),
    packagePointSix: textField('Point 6'),
    packagePointSeven: textField('Point 7'),
    packagePointEight: textField('Point 8', { optional: true }),
    packagePointNine: textField('Point 9', { optional: true }),
    packagePointTen: textField('Point 10', { optional: true }),
    packageFirstMonth: longTextField('The first month', {
      optional: true,
      help: 'Shows on the pricing and order pages.',
    }),
    packageLaterMonths: longTextField('Later months', { optional: true }),
  },
  fieldsShownAsLists: [
    {
      label: 'What it includes',
      itemLabel: 'Point',
      help: 'Seven to ten points. Only Premium shows more than seven; Pricing puts points 9 and 10 under “show more”.',
      fields: points,
    },
  ],
  unique: 'packageName',
  api: { list: '/pricings', one: '/pricing/:id', add: '/add-pricing', update: '/pricing/:id' },
  editor: {
    home: '/add-pricing',
    name: 'Pricing packages',
    record: '/package-edit/:id',
    shows: ['packageName', 'packagePrice', 'packageButtonText'],
  },
  messages: { added: 'Pricing is Updated', updated: 'Pricing One Is Updated' },
})
