import type { Finding } from '../../../../contract/content/site-checks.ts'
import { itemPages, publicPages } from '../../../../contract/grammar/public-pages.ts'

/** What is wrong on one page; `others` of a finding are the further pages on which it is. */
export type FindingGroup = { title: string; path?: string; findings: readonly (Finding & { others: readonly string[] })[] }

const EVERYWHERE = 'Every page'
const NOWHERE = 'On no page yet'

/** Each finding once, under the first page on which it is. Groups with something broken stand before all others. */
export function groupsOf(findings: readonly Finding[]): FindingGroup[] {
  const byTitle = Map.groupBy(findings, titleFor)
  const places = [
    { name: EVERYWHERE, path: undefined },
    ...publicPages.map(({ name, path }) => ({ name: name as string, path })),
    // The pages of records, which go by their address.
    ...[...byTitle.keys()].filter((title) => title.startsWith('/')).map((path) => ({ name: path, path })),
    ...itemPages.map(({ name }) => ({ name, path: undefined })),
    { name: NOWHERE, path: undefined },
  ]
  const groups = places.flatMap(({ name, path }) => {
    const found = byTitle.get(name) ?? []
    const listed = found.map((one) => ({ ...one, others: name === EVERYWHERE ? [] : one.pages.slice(1) }))
    return found.length === 0 ? [] : [{ title: name, ...(path && { path }), findings: listed }]
  })
  return groups.toSorted((a, b) => Number(hasError(b)) - Number(hasError(a)))
}

function titleFor({ pages }: Finding): string {
  return publicPages.every(({ name }) => pages.includes(name)) ? EVERYWHERE : (pages[0] ?? NOWHERE)
}

function hasError({ findings }: FindingGroup): boolean {
  return findings.some(({ severity }) => severity === 'error')
}
