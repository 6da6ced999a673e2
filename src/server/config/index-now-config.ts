import * as z from 'zod/mini'
import { isLoopback, safeAddress } from './config-values.ts'

/** Hands on what it is told to every search engine that takes part. */
const SHARED_ENDPOINT = 'https://api.indexnow.org/indexnow'

export const indexNowVariables = {
  INDEXNOW_KEY: z.optional(z.string().check(z.regex(/^[a-zA-Z0-9-]{8,128}$/, 'must be 8 to 128 letters, digits or hyphens'))),
  INDEXNOW_URL: z.optional(safeAddress()),
}

/** How search engines are told at once which pages changed (indexnow.org); undefined where they are not. */
export type IndexNowConfig = {
  indexNow: { key: string; endpoint: string | undefined } | undefined
}

const schema = z.object(indexNowVariables)

/** A site that only this machine can reach tells nobody, unless it is said whom. */
export function readIndexNow(
  { INDEXNOW_KEY: key, INDEXNOW_URL: url }: z.infer<typeof schema>,
  [origin]: readonly [string, ...string[]],
): IndexNowConfig {
  const isPublic = origin.startsWith('https:') && !isLoopback(origin)
  return { indexNow: key === undefined ? undefined : { key, endpoint: url ?? (isPublic ? SHARED_ENDPOINT : undefined) } }
}
