import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

const pageMetadataSchema = z.object({
  /** The page's name. For a record's page, its path. */
  page: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  shareImage: z.optional(z.string()),
  /** The record of a record's page. Its own SEO fields are already part of `title` and `description`. */
  record: z.optional(z.object({ title: z.string(), editor: z.string(), isOwn: z.boolean() })),
})

/** The title, description and share image that a public page has until the owner writes others. */
export type DefaultPageMetadata = z.output<typeof pageMetadataSchema>

export const listDefaultPageMetadataEndpoint = defineEndpoint('GET /page-facts', 'admin', {
  summary: 'Get the default title, description and share image of every public page',
  reply: z.array(pageMetadataSchema),
})
