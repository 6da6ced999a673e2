import type { RecordValidator } from '../../content/records/records.ts'
import { normalizePathname } from '../../platform/http/request-target.ts'
import { buildRedirectTargets, followRedirects } from './redirect-chain.ts'

const PATH_IN_USE = 'This address has a page, so the redirect would never be used.'
const REDIRECT_LOOP = 'This leads back to the old address, so visitors would go in circles.'

/** Refuses a redirect from the path of a page, and redirects that form a loop. */
export function createRedirectValidator(origin: string, pagePaths: readonly string[]): RecordValidator {
  const toPathKey = (path: string) => normalizePathname(new URL(path, origin))
  const pages = new Set(pagePaths.filter((path) => !path.includes(':')).map(toPathKey))

  return (values, otherRecords) => {
    const from = new URL(values.oldPath ?? '', origin)
    const isPathInUse = from.search === '' && pages.has(normalizePathname(from))
    const end = followRedirects(buildRedirectTargets([values, ...otherRecords], origin), from, pages)
    return { ...(isPathInUse && { oldPath: PATH_IN_USE }), ...(end?.isLoop && { newPath: REDIRECT_LOOP }) }
  }
}
