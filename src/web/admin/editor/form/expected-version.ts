import type { Values } from '../../../forms/form-action.ts'

/** The names under which a form sends what it has seen: of the record, and of what the draft of the site makes of it. */
export const VERSION_FIELD = '_version'
const STAGED_VERSION_FIELD = '_draft'

/** What a form sends that shows this; nothing for kinds without versions. */
export function toExpectedVersion({
  version,
  stagedVersion,
}: {
  version?: unknown
  stagedVersion?: unknown
}): Values | undefined {
  if (version === undefined) return undefined
  return {
    [VERSION_FIELD]: String(version),
    ...(stagedVersion !== undefined && { [STAGED_VERSION_FIELD]: String(stagedVersion) }),
  }
}

/** What a form has sent of it. */
export function readExpectedVersion({
  [VERSION_FIELD]: version,
  [STAGED_VERSION_FIELD]: stagedVersion,
}: Values): Values | undefined {
  return toExpectedVersion({ version, stagedVersion })
}

/** The version of the record in that. */
export function getRecordVersion(expectedVersion: Values | undefined): number | undefined {
  return expectedVersion?.[VERSION_FIELD] === undefined ? undefined : Number(expectedVersion[VERSION_FIELD])
}

/** How often the draft of the site had saved something of it. */
export function getStagedVersion(expectedVersion: Values | undefined): number | undefined {
  return expectedVersion?.[STAGED_VERSION_FIELD] === undefined ? undefined : Number(expectedVersion[STAGED_VERSION_FIELD])
}
