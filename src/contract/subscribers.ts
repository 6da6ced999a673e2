import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { writeReply } from './reply.ts'
import { emailAddress } from './text.ts'

const subscriber = z.object({ _id: z.string(), subemail: z.string() })

/** The subscribe box of the footer (spec sections 2 and 7). */
export const addSubscriber = defineEndpoint({
  method: 'POST',
  path: '/add-subscriber',
  access: 'anyone',
  limit: 'subscription',
  summary: 'Subscribe an email address',
  tag: 'subscribers',
  body: z.strictObject({ subemail: emailAddress('Email') }),
  reply: writeReply(subscriber),
  status: 201,
})
