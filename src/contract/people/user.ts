import * as z from 'zod/mini'
import { savedAtOnceQuery } from '../content/content-records.ts'
import { defineEndpoint } from '../grammar/endpoint.ts'
import { checkOf, choice, email } from '../grammar/field.ts'
import { idParams, writeReply } from '../grammar/reply.ts'

/** What the screens call a user record (spec section 2). */
export const USER_TITLE = 'Admin Email'

/** The fields of a user record (spec section 3). */
export const userFields = {
  userEmail: email('Email', {
    help: 'The person signs in with this address. It becomes an admin once the address is verified.',
  }),
  userRole: choice('Role', ['Admin', 'Customer']),
}

const record = z.object({ _id: z.string(), userEmail: z.string(), userRole: z.string() })
export type UserRecord = z.infer<typeof record>

export const addUserBody = z.strictObject({
  userEmail: checkOf(userFields.userEmail),
  userRole: z._default(checkOf(userFields.userRole), 'Admin'),
})
export const updateUserBody = z.strictObject({ userEmail: checkOf(userFields.userEmail), userRole: checkOf(userFields.userRole) })

const tag = 'user'
const write = {
  access: 'admin',
  recent: true,
  limit: 'adminUser',
  tag,
  query: savedAtOnceQuery,
  reply: writeReply(record),
} as const

/** Visitors get an empty list, customers their own record. */
export const listUsers = defineEndpoint({
  method: 'GET',
  path: '/users',
  access: 'anyone',
  tag,
  summary: `${USER_TITLE}: all records`,
  reply: z.array(record),
  status: 200,
})

export const oneUser = defineEndpoint({
  method: 'GET',
  path: '/users/:id',
  access: 'anyone',
  tag,
  summary: `${USER_TITLE}: one record`,
  params: idParams,
  reply: record,
  status: 200,
})

export const addUser = defineEndpoint({
  ...write,
  method: 'POST',
  path: '/add-user',
  once: true,
  summary: `${USER_TITLE}: add a record`,
  body: addUserBody,
  status: 201,
})

/** Checks a `_version` as every update call does; user records have no versions to compare it with. */
export const updateUser = defineEndpoint({
  ...write,
  method: 'PUT',
  path: '/upadete-users/:id',
  versioned: true,
  summary: `${USER_TITLE}: change a record`,
  params: idParams,
  body: updateUserBody,
  status: 200,
})
