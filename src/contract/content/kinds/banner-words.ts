import { text } from '../../grammar/field.ts'
import { defineWords } from '../../grammar/words.ts'
import { banner } from './banner.ts'

export const bannerWords = defineWords({
  kind: 'banner-words',
  part: 'Banner',
  beside: banner,
  fields: {
    sampleLink: text('Link to the sample report', { initial: 'A sample report', optional: true }),
    workLink: text('Link to the work steps', { initial: 'How it works', optional: true }),
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
    drawnSearch: text('Our drawing: what somebody searches for', {
      initial: 'real estate agents near Maple Street',
      optional: true,
      help: 'The result and its neighbors stand under it. Not shown with a picture of your own.',
    }),
    drawnResult: text('Our drawing: the first result', { initial: 'Your brokerage', optional: true }),
    drawnResultNote: text('Our drawing: under the first result', { initial: 'Two blocks away', optional: true }),
    drawnNeighborOne: text('Our drawing: the second result', { initial: 'An office across town', optional: true }),
    drawnNeighborTwo: text('Our drawing: the third result', { initial: 'A national listing site', optional: true }),
    continueOrder: text('Link back to an order', {
      initial: 'Continue your order: {package}',
      help: 'For somebody who registered in order to order. {package} stands for its name.',
    }),
  },
})
