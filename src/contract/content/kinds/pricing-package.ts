import { defineContentKind } from '../../core/content-kind.ts'
import { choiceField, longTextField, priceField, textField } from '../../core/field.ts'

const months = ['packageFirstMonth', 'packageLaterMonths']
const points = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'].map((nth) => `packagePoint${nth}`)

export const packageNames = ['Basic', 'Standard', 'Premium'] as const

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
    packageName: choiceField('Package', packageNames, { help: 'Each package has one card.' }),
    packagePrice: priceField('Price', { help: 'US dollars a month, such as 499. Orders already placed keep their price.' }),
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
      help: 'What we do in the first month. Shows on the pricing and order pages.',
    }),
    packageLaterMonths: longTextField('Later months', { optional: true, help: 'What we do in each month after that.' }),
  },
  fieldsShownAsLists: [
    {
      label: 'What it includes',
      itemLabel: 'Point',
      help: 'Seven to ten points, each shown with a check mark. Basic and Standard show the first seven. Premium shows all on the home page; the pricing page puts points 9 and 10 under “show more”.',
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
