import { defineContentKind } from '../../core/content-kind.ts'
import { choiceField, sitePathField } from '../../core/field.ts'

const NO_WILDCARD = 'Wildcards (*) don’t work here. Enter one full address, or import a list of addresses.'

/** Redirects an old path to another page (301), or answers that the page is gone (410). */
export const redirect = defineContentKind({
  kind: 'redirect',
  title: 'Redirect',
  shape: 'list',
  group: 'searchEngines',
  shownOn: [],
  isOptional: true,
  fields: {
    oldPath: sitePathField('Old address', {
      help: 'Start with the slash, such as /blog/old-post. If you add a query, only that query is redirected: /index.php?page=7.',
    }),
    state: choiceField('What happened to it', ['Moved', 'Gone'], { initial: 'Moved' }),
    newPath: sitePathField('New address', {
      optional: true,
      help: 'A page of this site, such as /service/. Only if the old page moved.',
    }),
  },
  rule: ({ oldPath = '', state, newPath = '' }) => ({
    ...(oldPath.includes('#') && { oldPath: 'Old address can’t include a # or what follows it. Browsers never send that part.' }),
    ...(/[*]/.test(oldPath + newPath) && { [oldPath.includes('*') ? 'oldPath' : 'newPath']: NO_WILDCARD }),
    ...(state === 'Moved' && newPath === '' && { newPath: 'New address is required for a page that moved.' }),
    ...(state === 'Gone' && newPath !== '' && { newPath: 'A page that’s gone has no new address. Leave this blank.' }),
    ...(newPath !== '' && newPath === oldPath && { newPath: 'New address must differ from the old one.' }),
  }),
  unique: 'oldPath',
  read: 'admin',
  api: { list: '/redirects', one: '/redirects/:id', add: '/add-redirect', update: '/redirects/:id' },
  editor: {
    home: '/edit-redirects',
    name: 'Redirects',
    icon: 'signpost',
    record: '/edit-redirects/:id',
    shows: ['oldPath', 'state', 'newPath'],
    seeAlso: { says: 'See which addresses lead nowhere, or import a list:', link: 'Old addresses', to: '/old-addresses' },
  },
  messages: { added: 'Redirect is Updated', updated: 'Redirect is Updated' },
})
