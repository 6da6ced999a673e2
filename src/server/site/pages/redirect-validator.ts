import type { RecordValidator } from '../../content/records/records.ts'
import { normalizePathname } from '../../platform/http/request-target.ts'

type Values = Readonly<Record<string, string>>

const PATH_IN_USE = 'There is a page at this address, and it is shown: nobody would be sent on.'
const REDIRECT_LOOP = 'This leads back to the old address, so nobody would arrive anywhere.'

/** Refuses a redirect from the path of a page, and redirects that form a loop. */
export function createRedirectValidator(origin: string, pagePaths: readonly string[]): RecordValidator {
  const toPathKey = (path: string) => normalizePathname(new URL(path, origin))
  const pages = new Set(pagePaths.filter((path) => !path.includes(':')).map(toPathKey))

  return (values, otherRecords) => ({
    ...(pages.has(toPathKey(values.oldPath ?? '')) && { oldPath: PATH_IN_USE }),
    ...(isLoop(values, otherRecords) && { newPath: REDIRECT_LOOP }),
  })

  function isLoop({ oldPath = '', state, newPath = '' }: Values, otherRecords: readonly Values[]): boolean {
    if (state === 'Gone') return false
    const startPath = toPathKey(oldPath)
    const redirectsByPath = new Map(otherRecords.map((record) => [toPathKey(record.oldPath ?? ''), record]))
    const visitedPaths = new Set<string>()
    let currentPath = toPathKey(newPath)
    while (currentPath !== startPath && !visitedPaths.has(currentPath)) {
      visitedPaths.add(currentPath)
      const next = redirectsByPath.get(currentPath)
      if (next?.state !== 'Moved') return false
      currentPath = toPathKey(next.newPath ?? '')
    }
    return currentPath === startPath
  }
}
