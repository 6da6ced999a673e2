import * as z from 'zod/mini'
import { draftNotAllowedQuerySchema } from '../content/content-record-endpoints.ts'
import { buildMessageAndRecordSchema, idParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { buildFieldSchema, choiceField, emailField } from '../core/field.ts'

/** The name of a user record on screens (P-71). */
export const USER_RECORD_LABEL = 'Admin Email'

export const editableUserFields = {
  userEmail: emailField('Email', {
    help: 'The person logs in with this address. They become an admin once they confirm it.',
  }),
  userRole: choiceField('Role', ['Admin', 'Customer']),
}

const userRecord = z.object({ _id: z.string(), userEmail: z.string(), userRole: z.string() })
export type UserRecord = z.infer<typeof userRecord>

export const addUserBodySchema = z.strictObject({
  userEmail: buildFieldSchema(editableUserFields.userEmail),
  userRole: z._default(buildFieldSchema(editableUserFields.userRole), 'Admin'),
})
export const updateUserBodySchema = z.strictObject({
  userEmail: buildFieldSchema(editableUserFields.userEmail),
  userRole: buildFieldSchema(editableUserFields.userRole),
})

const writeOptions = {
  recent: true,
  limit: 'adminUser',
  query: draftNotAllowedQuerySchema,
  reply: buildMessageAndRecordSchema(userRecord),
} as const

/** Returns an empty list to visitors and their own record to customers (P-73). */
export const listUserRecordsEndpoint = defineEndpoint('GET /users', 'anyone', {
  summary: `${USER_RECORD_LABEL}: all records`,
  reply: z.array(userRecord),
})

export const getUserRecordEndpoint = defineEndpoint('GET /users/:id', 'anyone', {
  summary: `${USER_RECORD_LABEL}: one record`,
  params: idParamsSchema,
  reply: userRecord,
})

export const addUserRecordEndpoint = defineEndpoint('POST /add-user', 'admin', {
  ...writeOptions,
  idempotent: true,
  summary: `${USER_RECORD_LABEL}: add a record`,
  body: addUserBodySchema,
  status: 201,
})

/** Accepts a `_version` like every update, but ignores it: user records have no versions. */
export const updateUserRecordEndpoint = defineEndpoint('PUT /upadete-users/:id', 'admin', {
  ...writeOptions,
  versioned: true,
  summary: `${USER_RECORD_LABEL}: change a record`,
  params: idParamsSchema,
  body: updateUserBodySchema,
})
