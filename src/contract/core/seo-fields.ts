import { imageField, longTextField, textField } from './field.ts'
import { IDEAL_DESCRIPTION_LENGTH, IDEAL_TITLE_LENGTH } from './page-facts.ts'
import { SHARE_IMAGE_SIZE } from './share-image.ts'

/** What an owner can write for search engines and link previews. An empty field keeps the page's own text. */
export const seoFields = {
  pageTitle: textField('Title', {
    optional: true,
    idealLength: IDEAL_TITLE_LENGTH,
    help: 'The line people click on, without the business name. If blank, the page’s own content is used.',
  }),
  pageDescription: longTextField('Description', {
    optional: true,
    idealLength: IDEAL_DESCRIPTION_LENGTH,
    help: 'What the page answers, in one or two sentences. If blank, the page’s own content is used.',
  }),
  shareImage: imageField('Share image', {
    optional: true,
    place: SHARE_IMAGE_SIZE,
    help: '1200 by 630 pixels. If blank, we make one from the title.',
  }),
}
