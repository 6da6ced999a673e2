import * as z from 'zod/mini'
import type { ContentKind } from '../core/content-kind.ts'
import { defineEndpoint } from '../core/endpoint.ts'

/**
 * How many records a kind has, and how many of them are samples that the owner should replace. `sampleFields` names their
 * invented fields. It is empty if the whole record needs a review.
 */
const contentCountSchema = z.object({
  kind: z.string(),
  count: z.number(),
  samples: z.number(),
  sampleFields: z.array(z.string()),
})
export type RecordAndSampleCounts = z.infer<typeof contentCountSchema>

/** Omits kinds without records. */
export const listRecordAndSampleCountsEndpoint = defineEndpoint('GET /content-tallies', 'admin', {
  summary: 'Count the records of each kind of content',
  reply: z.array(contentCountSchema),
})

/** `Default`: the owner has entered nothing, and the site works without it. */
export const contentReadinessStates = ['Ready', 'Sample', 'Default', 'Empty'] as const
export type ContentReadinessState = (typeof contentReadinessStates)[number]

/** Returns one state for all kinds on a screen: `Sample` if any has samples, else `Ready` if any has records. */
export function getCombinedReadiness(
  contentKinds: readonly Pick<ContentKind, 'kind' | 'isOptional'>[],
  counts: readonly RecordAndSampleCounts[],
): ContentReadinessState {
  const kindCounts = counts.filter(({ kind }) => contentKinds.some((contentKind) => contentKind.kind === kind))
  if (kindCounts.some(({ samples }) => samples > 0)) return 'Sample'
  if (kindCounts.some(({ count }) => count > 0)) return 'Ready'
  return contentKinds.every(({ isOptional }) => isOptional) ? 'Default' : 'Empty'
}
