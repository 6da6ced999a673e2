import type { Access } from '../../../contract/grammar/endpoint.ts'
import { isIdShaped } from '../../../contract/grammar/reply.ts'

type MappedPage = { path: string; access: Access }

/** Finds the page of the site map that answers at a path; what stands for an id has to look like one. */
export function createPageFinder(pages: readonly MappedPage[]): (path: string) => MappedPage | undefined {
  const exact = new Map(pages.map((page) => [bare(page.path), page]))
  const patterns = pages.filter(({ path }) => path.includes(':')).map((page) => ({ page, parts: bare(page.path).split('/') }))
  return (path) => {
    const found = exact.get(bare(path))
    if (found) return found
    const given = bare(path).split('/')
    const isAt = (parts: readonly string[]) => parts.length === given.length && parts.every((part, at) => isPart(part, given[at]))
    return patterns.find(({ parts }) => isAt(parts))?.page
  }
}

/** Without the slash at its end, which makes no difference. */
export function bare(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

function isPart(wanted: string, given = ''): boolean {
  return wanted.startsWith(':') ? isIdShaped(given) : wanted === given
}
