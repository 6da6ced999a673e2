import * as z from 'zod/mini'
import type { ContentKind } from '../grammar/content-kind.ts'
import { defineEndpoint } from '../grammar/endpoint.ts'

/**
 * How many records a kind of content has, how many of them are samples that the owner should replace, and which of
 * their fields are; none are named where the whole record should be looked at.
 */
const tally = z.object({ kind: z.string(), count: z.number(), samples: z.number(), sampleFields: z.array(z.string()) })
export type Tally = z.infer<typeof tally>

/** What the menu of editors shows of every kind; one without records is left out. */
export const listContentTallies = defineEndpoint({
  method: 'GET',
  path: '/content-tallies',
  access: 'admin',
  summary: 'How many records each kind of content has',
  tag: 'content',
  reply: z.array(tally),
  status: 200,
})

/** `Default`: nothing of the owner's own, and the site works without. */
export const contentStates = ['Ready', 'Sample', 'Default', 'Empty'] as const
export type ContentState = (typeof contentStates)[number]

/** How the content kinds of one screen are doing. */
export function contentStateOf(
  contentKinds: readonly Pick<ContentKind, 'kind' | 'worksEmpty'>[],
  tallies: readonly Tally[],
): ContentState {
  const theirs = tallies.filter(({ kind }) => contentKinds.some((contentKind) => contentKind.kind === kind))
  if (theirs.some(({ samples }) => samples > 0)) return 'Sample'
  if (theirs.some(({ count }) => count > 0)) return 'Ready'
  return contentKinds.every(({ worksEmpty }) => worksEmpty) ? 'Default' : 'Empty'
}
