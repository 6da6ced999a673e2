import { defineCopyKind } from '../../core/define-page-copy-kind.ts'
import { textField } from '../../core/field.ts'
import { banner } from './banner.ts'

export const bannerCopy = defineCopyKind({
  kind: 'banner-words',
  part: 'Banner',
  siblingKind: banner,
  fields: {
    sampleLink: textField('Link to the sample report', { initial: 'A sample report', optional: true }),
    workLink: textField('Link to the work steps', { initial: 'How it works', optional: true }),
    priceLine: textField('Price line', {
      initial: 'From {price} a month. One payment per order, no auto-renewal.',
      optional: true,
      help: '{price} stands for the lowest price.',
    }),
    // The banner shows a search result, which visitors must not take for a promise.
    artNote: textField('Line under our illustration', {
      initial: 'Illustration, not a promised result',
      help: 'Not shown with your own image.',
    }),
    drawnSearch: textField('Our illustration: the search', {
      initial: 'real estate agents near Maple Street',
      optional: true,
      help: 'The search results are below it. Not shown with your own image.',
    }),
    drawnResult: textField('Our illustration: the first result', { initial: 'Your brokerage', optional: true }),
    drawnResultNote: textField('Our illustration: under the first result', { initial: 'Two blocks away', optional: true }),
    drawnNeighborOne: textField('Our illustration: the second result', { initial: 'An office across town', optional: true }),
    drawnNeighborTwo: textField('Our illustration: the third result', { initial: 'A national listing site', optional: true }),
  },
})
