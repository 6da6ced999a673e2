import * as z from 'zod/mini'
import { flag } from '../content/content-records.ts'
import { defineEndpoint } from '../grammar/endpoint.ts'

const ADDRESS = 'address must be the path of a page of the admin area, with its query.'

const data = z.object({
  /** What each part of the page loads, by the name of its route. */
  data: z.record(z.string(), z.unknown()),
  /** Where the page sends whoever asks instead. */
  redirect: z.optional(z.string()),
})
export type PageData = z.output<typeof data>

/**
 * All that a page of the admin area is made of, in one answer, for a browser in which the area is open already. Whoever
 * asks sees what the page itself would show them.
 */
export const pageData = defineEndpoint({
  method: 'GET',
  path: '/page-data',
  access: 'anyone',
  summary: 'What a page of the admin area shows, in one answer; with frame=1 what stands around it too',
  tag: 'pages',
  query: z.object({
    address: z.string(ADDRESS).check(z.regex(/^\/(?!\/)/, ADDRESS), z.maxLength(4_000, ADDRESS)),
    frame: flag('frame'),
  }),
  reply: data,
  status: 200,
})
