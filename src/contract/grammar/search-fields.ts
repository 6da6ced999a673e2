import { image, longText, text } from './field.ts'
import { IDEAL_DESCRIPTION, IDEAL_TITLE } from './page-facts.ts'
import { SHARE_IMAGE } from './share-image.ts'

/** What an owner may say of one public page to search engines and link previews, in the page's place. */
export const searchFields = {
  pageTitle: text('Title', {
    optional: true,
    ideal: IDEAL_TITLE,
    help: 'The line people click on, without the business name. Left empty, the page says it itself.',
  }),
  pageDescription: longText('Description', {
    optional: true,
    ideal: IDEAL_DESCRIPTION,
    help: 'What the page answers, in one or two sentences. Left empty, the page says it itself.',
  }),
  shareImage: image('Share image', {
    optional: true,
    place: SHARE_IMAGE,
    help: '1200 by 630 pixels. Left empty, one is drawn from the title.',
  }),
}
