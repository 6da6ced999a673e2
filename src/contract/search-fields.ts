import { image, longText, text } from './field.ts'
import { SHARE_IMAGE } from './share-image.ts'

/** What an owner may say of one public page to search engines and link previews, in the page's place. */
export const searchFields = {
  pageTitle: text('Title', {
    optional: true,
    ideal: { least: 20, most: 60 },
    help: 'The line people click on, without the business name. Left empty, the page says it itself.',
  }),
  pageDescription: longText('Description', {
    optional: true,
    ideal: { least: 70, most: 160 },
    help: 'What the page answers, in one or two sentences. Left empty, the page says it itself.',
  }),
  shareImage: image('Share image', {
    optional: true,
    place: SHARE_IMAGE,
    help: '1200 by 630 pixels. Left empty, one is drawn from the title.',
  }),
}
