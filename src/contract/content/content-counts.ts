import * as z from 'zod/mini'
import type { ContentKind } from '../core/content-kind.ts'
import { defineEndpoint } from '../core/endpoint.ts'

/**
 * How many records a kind of content has, how many of them are samples that the owner should replace, and which of
 * their fields are; none are named where the whole record should be looked at.
 */
const contentCountSchema = z.object({
  kind: z.string(),
  count: z.number(),
  samples: z.number(),
  sampleFields: z.array(z.string()),
})
export type ContentCount = z.infer<typeof contentCountSchema>

/** What the menu of editors shows of every kind; one without records is left out. */
export const listContentCounts = defineEndpoint({
  method: 'GET',
  path: '/content-tallies',
  access: 'admin',
  summary: 'How many records each kind of content has',
  tag: 'content',
  reply: z.array(contentCountSchema),
  status: 200,
})

/** `Default`: nothing of the owner's own, and the site works without. */
export const contentStates = ['Ready', 'Sample', 'Default', 'Empty'] as const
export type ContentState = (typeof contentStates)[number]

/** How the content kinds of one screen are doing. */
export function getContentState(
  contentKinds: readonly Pick<ContentKind, 'kind' | 'isOptional'>[],
  counts: readonly ContentCount[],
): ContentState {
  const kindCounts = counts.filter(({ kind }) => contentKinds.some((contentKind) => contentKind.kind === kind))
  if (kindCounts.some(({ samples }) => samples > 0)) return 'Sample'
  if (kindCounts.some(({ count }) => count > 0)) return 'Ready'
  return contentKinds.every(({ isOptional: worksEmpty }) => worksEmpty) ? 'Default' : 'Empty'
}
