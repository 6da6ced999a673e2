import { defineContentKind } from '../grammar/content-kind.ts'
import { choice, email } from '../grammar/field.ts'

/** Who is an admin (spec sections 3 and 6). Kept and guarded by the accounts, not by the content store. */
export const user = defineContentKind({
  kind: 'user',
  title: 'Admin Email',
  // The spec's page offers one admin; the calls allow several, so that the owner can hand over.
  shape: 'list',
  group: 'account',
  shownOn: [],
  fields: {
    userEmail: email('Email', {
      help: 'The person signs in with this address. It becomes an admin once the address is verified.',
    }),
    userRole: choice('Role', ['Admin', 'Customer'], { initial: 'Admin', hidden: 'always' }),
  },
  api: { list: '/users', one: '/users/:id', add: '/add-user', update: '/upadete-users/:id' },
  editor: { home: '/add-user', access: 'anyone', record: '/admin-user/:id' },
  messages: { added: 'User Is Added', updated: 'User Is Update' },
  recent: true,
  limit: 'adminUser',
})
