import { hasIdFormat } from '#contract/core/common-schemas.ts'
import type { Access } from '#contract/core/endpoint.ts'

type PageEntry = { path: string; access: Access }

/** Finds the declared page that answers at a path. A segment for an id must look like an id. */
export function createPathToPageMatcher(pages: readonly PageEntry[]): (path: string) => PageEntry | undefined {
  const pagesByPath = new Map(pages.map((page) => [stripTrailingSlash(page.path), page]))
  const patterns = pages
    .filter(({ path }) => path.includes(':'))
    .map((page) => ({ page, parts: stripTrailingSlash(page.path).split('/') }))
  return (path) => {
    const exactPage = pagesByPath.get(stripTrailingSlash(path))
    if (exactPage) return exactPage
    const segments = stripTrailingSlash(path).split('/')
    const matchesSegments = (parts: readonly string[]) =>
      parts.length === segments.length && parts.every((part, index) => matchesSegment(part, segments[index]))
    return patterns.find(({ parts }) => matchesSegments(parts))?.page
  }
}

export function stripTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

function matchesSegment(pattern: string, segments = ''): boolean {
  return pattern.startsWith(':') ? hasIdFormat(segments) : pattern === segments
}
