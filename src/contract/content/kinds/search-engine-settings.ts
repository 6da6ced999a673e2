import { defineContentKind } from '../../core/content-kind.ts'
import { choiceField, textField } from '../../core/field.ts'

/** Returns the code of a verification tag. Accepts the code alone and the whole `<meta>` tag. */
export function parseSiteVerificationCode(text: string): string | undefined {
  const code = /content=["']([^"']*)["']/.exec(text)?.[1] ?? text.trim()
  return /^[\w-]{8,100}$/.test(code) ? code : undefined
}

const INVALID_CODE = 'This isn’t a verification code. Paste the code, or the whole meta tag.'

/** What the owner tells search engines about the whole site. */
export const searchEngineSettings = defineContentKind({
  kind: 'search-settings',
  title: 'Search engine settings',
  shape: 'single',
  group: 'searchEngines',
  shownOn: [],
  isOptional: true,
  fields: {
    googleCode: textField('Google Search Console code', {
      isIdentifier: true,
      optional: true,
      help: 'In Search Console, choose “HTML tag” and paste the tag or its code here.',
    }),
    bingCode: textField('Bing Webmaster Tools code', {
      isIdentifier: true,
      optional: true,
      help: 'In Bing Webmaster Tools, choose “HTML Meta Tag” and paste the tag or its code here.',
    }),
    aiCrawlers: choiceField('AI companies may', ['Everything', 'Answers', 'Nothing'], {
      initial: 'Everything',
      choiceLabels: {
        Everything: 'Read your pages to answer questions and to train models',
        Answers: 'Read your pages to answer questions, not to train models',
        Nothing: 'Not read your pages',
      },
      help: 'We put this in robots.txt, which most AI companies follow. AI assistants can name and link your site in their answers.',
    }),
  },
  rule: ({ googleCode = '', bingCode = '' }) => ({
    ...(googleCode.trim() && !parseSiteVerificationCode(googleCode) && { googleCode: INVALID_CODE }),
    ...(bingCode.trim() && !parseSiteVerificationCode(bingCode) && { bingCode: INVALID_CODE }),
  }),
  api: {
    list: '/search-settings',
    one: '/search-settings/:id',
    add: '/add-search-settings',
    update: '/search-settings/:id',
  },
  editor: { home: '/edit-search-settings', icon: 'search', record: '/edit-search-settings/:id' },
  messages: { added: 'Search Settings are Updated', updated: 'Search Settings are Updated' },
})
