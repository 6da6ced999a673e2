import { text } from '../field.ts'
import { defineWords } from '../words.ts'
import { banner } from './banner.ts'

export const bannerWords = defineWords({
  kind: 'banner-words',
  part: 'Banner',
  beside: banner,
  fields: {
    sampleLink: text('Link to the sample report', { initial: 'A sample report', optional: true }),
    workLink: text('Link to the work steps', { initial: 'How the work goes', optional: true }),
    priceLine: text('Price line', {
      initial: 'From {price} a month. One payment per order, no auto-renewal.',
      optional: true,
      help: '{price} stands for the lowest price.',
    }),
    // It shows a search result, which must not be taken for one that is promised.
    artNote: text('Line under our drawing', {
      initial: 'Illustration, not a promised result',
      help: 'Not shown with a picture of your own.',
    }),
    continueOrder: text('Link back to an order', {
      initial: 'Continue your order: {package}',
      help: 'For somebody who registered in order to order. {package} stands for its name.',
    }),
  },
})
