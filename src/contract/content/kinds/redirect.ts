import { defineContentKind } from '../../core/content-kind.ts'
import { choiceField, pathField } from '../../core/field.ts'

const NO_WILDCARD = 'A * stands for no other letters here. Enter one full address, or import a list of addresses.'

/** Redirects an old path to another page (301), or answers that the page is gone (410). */
export const redirect = defineContentKind({
  kind: 'redirect',
  title: 'Redirect',
  shape: 'list',
  group: 'searchEngines',
  shownOn: [],
  isOptional: true,
  fields: {
    oldPath: pathField('Old address', {
      help: 'From the first slash on, for example /blog/old-post. With a question mark, only that query counts: /index.php?page=7.',
    }),
    state: choiceField('What happened to it', ['Moved', 'Gone'], { initial: 'Moved' }),
    newPath: pathField('New address', {
      optional: true,
      help: 'A page of this site, for example /service/. Only if it moved.',
    }),
  },
  rule: ({ oldPath = '', state, newPath = '' }) => ({
    ...(oldPath.includes('#') && { oldPath: 'Old address must end before any #. Browsers never send that part.' }),
    ...(/[*]/.test(oldPath + newPath) && { [oldPath.includes('*') ? 'oldPath' : 'newPath']: NO_WILDCARD }),
    ...(state === 'Moved' && newPath === '' && { newPath: 'New address is required for an address that moved.' }),
    ...(state === 'Gone' && newPath !== '' && { newPath: 'An address that is gone has no new one: leave this empty.' }),
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
