import type { Values } from '#web/forms/form-action.ts'

/** The form fields of the versions that the admin last read: the record's and its staged change's. */
export const VERSION_FIELD = '_version'
const STAGED_VERSION_FIELD = '_draft'

/** Returns the form fields for these versions, or undefined for kinds without versions. */
export function buildExpectedVersionFields({
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

export function readExpectedVersion({
  [VERSION_FIELD]: version,
  [STAGED_VERSION_FIELD]: stagedVersion,
}: Values): Values | undefined {
  return buildExpectedVersionFields({ version, stagedVersion })
}

export function parseExpectedRecordVersion(expectedVersion: Values | undefined): number | undefined {
  return expectedVersion?.[VERSION_FIELD] === undefined ? undefined : Number(expectedVersion[VERSION_FIELD])
}

export function parseExpectedStagedVersion(expectedVersion: Values | undefined): number | undefined {
  return expectedVersion?.[STAGED_VERSION_FIELD] === undefined ? undefined : Number(expectedVersion[STAGED_VERSION_FIELD])
}
