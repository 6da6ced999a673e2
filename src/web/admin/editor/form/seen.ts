import type { Values } from '../../../forms/form-action.ts'

/** The names under which a form sends what it has seen: of the record, and of what the draft of the site makes of it. */
export const VERSION = '_version'
const DRAFT_VERSION = '_draft'

/** What a form sends that shows this; nothing for kinds without versions. */
export function seenOf({ version, draft }: { version?: unknown; draft?: unknown }): Values | undefined {
  if (version === undefined) return undefined
  return { [VERSION]: String(version), ...(draft !== undefined && { [DRAFT_VERSION]: String(draft) }) }
}

/** What a form has sent of it. */
export function seenIn({ [VERSION]: version, [DRAFT_VERSION]: draft }: Values): Values | undefined {
  return seenOf({ version, draft })
}

/** The version of the record in that. */
export function versionIn(seen: Values | undefined): number | undefined {
  return seen?.[VERSION] === undefined ? undefined : Number(seen[VERSION])
}

/** How often the draft of the site had saved something of it. */
export function draftIn(seen: Values | undefined): number | undefined {
  return seen?.[DRAFT_VERSION] === undefined ? undefined : Number(seen[DRAFT_VERSION])
}
