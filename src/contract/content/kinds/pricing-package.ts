import { defineContentKind } from '../../grammar/content-kind.ts'
import { choice, longText, price, text } from '../../grammar/field.ts'

export const pricingPackage = defineContentKind({
  kind: 'pricing-package',
  title: 'Pricing package',
  shape: 'list',
  group: 'home',
  shownOn: ['Home', 'Pricing', 'Service pages'],
  fields: {
    packageName: choice('Package', ['Basic', 'Standard', 'Premium'], { help: 'One record for each of the three.' }),
    packagePrice: price('Price', { help: 'US dollars a month, such as 499. Orders already placed keep their price.' }),
    packageButtonText: text('Button text', { help: 'Leads to the order form of this package.' }),
    packagePointOne: text('Point 1', { help: 'One thing the package includes, with a tick before it.' }),
    packagePointTwo: text('Point 2'),
    packagePointThree: text('Point 3'),
    packagePointFour: text('Point 4'),
    packagePointFive: text('Point 5'),
    packagePointSix: text('Point 6'),
    packagePointSeven: text('Point 7', { help: 'Basic and Standard show these seven.' }),
    packagePointEight: text('Point 8', { optional: true, help: 'Premium only: on the home page and the pricing page.' }),
    packagePointNine: text('Point 9', { optional: true, help: 'Premium only; folded on the pricing page.' }),
    packagePointTen: text('Point 10', { optional: true, help: 'Premium only; folded on the pricing page.' }),
    packageFirstMonth: longText('The first month', { optional: true, help: 'What we do in it, on the pricing and order pages.' }),
    packageLaterMonths: longText('Later months', { optional: true, help: 'What another order pays for.' }),
  },
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
