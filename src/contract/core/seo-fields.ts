import { choiceField, imageField, linkField, longTextField, textField } from './field.ts'
import { IDEAL_DESCRIPTION_LENGTH, IDEAL_TITLE_LENGTH } from './ideal-seo-lengths.ts'
import { SHARE_IMAGE_SIZE } from './share-image.ts'

/** The value of `searchVisibility` that keeps a page out of search engines. */
export const HIDE_FROM_SEARCH_CHOICE = 'Hide'

/** What an owner can write for search engines and link previews. An empty field keeps the page's own text. */
export const seoFields = {
  pageTitle: textField('Title', {
    optional: true,
    idealLength: IDEAL_TITLE_LENGTH,
    help: 'The line people click on, without the business name. Blank = the page’s own title.',
  }),
  pageDescription: longTextField('Description', {
    optional: true,
    idealLength: IDEAL_DESCRIPTION_LENGTH,
    help: 'What the page answers, in one or two sentences. Blank = the page’s own text.',
  }),
  socialTitle: textField('Social network title', { optional: true, help: 'Blank = the title above.' }),
  socialText: longTextField('Social network text', { optional: true, help: 'Blank = the description above.' }),
  shareImage: imageField('Share image', {
    optional: true,
    place: SHARE_IMAGE_SIZE,
    help: 'Shows beside shared links. Best at 1200 by 630 pixels. Blank = we make one from the title.',
  }),
  shareImageAlt: textField('Share image description', {
    optional: true,
    maxLength: 300,
    help: 'For people who can’t see it. Blank = the image’s own description, or the title.',
  }),
  searchVisibility: choiceField('In search results', ['Show', HIDE_FROM_SEARCH_CHOICE], {
    optional: true,
    initial: 'Show',
    choiceLabels: { Show: 'Show this page', Hide: 'Keep this page out (noindex)' },
  }),
  canonicalUrl: linkField('Main URL of this content', {
    optional: true,
    help: 'Only if another page has the same text and search engines should show that one (canonical URL).',
  }),
}

type SeoValues = Partial<Record<keyof typeof seoFields, string>>

/** True if the sitemap and other lists for search engines leave the page out. */
export function isLeftOutOfSitemap({ searchVisibility, canonicalUrl = '' }: SeoValues): boolean {
  return searchVisibility === HIDE_FROM_SEARCH_CHOICE || canonicalUrl.trim() !== ''
}
