import type { MappedPage } from '../../../contract/grammar/rendering.ts'
import { looselyRead, readRequestTarget } from '../../platform/http/request-target.ts'

/** The one address of the page that a request's target leads to, with its query; undefined where that is the target itself, or no page. */
export type CanonicalAddress = (target: string) => string | undefined

type Asked = Pick<MappedPage, 'path' | 'accepts'>

type Candidate = Asked & { parts: readonly string[] }

/**
 * Every page has one address (docs/decisions/0060), which the site map spells. Capitals, percent-encoding, a slash too
 * many and one too few lead to it; what stands for an id is kept as it is written. Only addresses that are declared
 * come out, so none leads off the site.
 */
export function createCanonicalAddress(pages: readonly Asked[]): CanonicalAddress {
  const candidates = pages.map((page): Candidate => ({ ...page, parts: partsOf(page.path) }))
  const byLength = Map.groupBy(candidates, ({ parts }) => parts.length)

  return (target) => {
    const read = looselyRead(target)
    if (!read) return undefined
    const given = partsOf(read.path)
    // A page that is named in full goes before one with an id in its place.
    const found = (byLength.get(given.length) ?? [])
      .filter((one) => isAt(one, given))
      .toSorted((a, b) => placesOf(a) - placesOf(b))[0]
    if (!found) return undefined
    const canonical = addressOf(found, given)
    const [asked = '', ...query] = read.target.split(/(?=\?)/)
    // Some browsers read a backslash as a slash.
    const address = canonical + query.join('').replaceAll('\\', '%5C')
    return canonical !== asked && readRequestTarget(address) === address ? address : undefined
  }
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '')
}

const placesOf = ({ parts }: Candidate) => parts.filter(isPlace).length

function isPlace(part: string): boolean {
  return part.startsWith(':')
}

function isAt({ parts, accepts }: Candidate, given: readonly string[]): boolean {
  if (!parts.every((part, at) => isPlace(part) || part.toLowerCase() === decoded(given[at])?.toLowerCase())) return false
  const places = parts.flatMap((part, at) => (isPlace(part) ? [[part.slice(1), decoded(given[at])] as const] : []))
  if (places.some(([, said]) => said === undefined || /[/\\]/.test(said))) return false
  return accepts?.(Object.fromEntries(places)) ?? true
}

/** The page's path with what the target says in the places of its ids. A slug is made of small letters; an id is the database's. */
function addressOf({ path }: Candidate, given: readonly string[]): string {
  let at = 0
  return path.replace(/[^/]+/g, (part) => {
    const said = given[at++] ?? ''
    if (part === ':slug') return said.toLowerCase()
    return isPlace(part) ? said : part
  })
}

function decoded(part = ''): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
