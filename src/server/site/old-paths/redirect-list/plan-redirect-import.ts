import { createEventLoopYield } from '#platform/event-loop-yield.ts'
import type { StoredRecord } from '#server/content/records/records.ts'
import { buildRedirectKey, type ListedRedirect, leaveOut, parseRedirectList, type RedirectList } from './parse-redirect-list.ts'

type RedirectValues = StoredRecord['values']

export type RedirectImportChecks = {
  origin: string
  /** Returns what would make a redirect useless on the site as it is, and the field at fault. */
  findRedirectProblem: (values: RedirectValues) => Promise<{ field: 'oldPath' | 'newPath'; says: string } | undefined>
  createRedirectFollower: (
    redirects: readonly RedirectValues[],
    pagePaths: readonly string[],
    origin: string,
  ) => (start: URL) => { url: URL | undefined; isLoop: boolean } | undefined
}

/** Decides what each row of a list becomes beside the existing redirects. Leaves out redirects that would help no visitor. */
export async function planRedirectImport(
  list: string,
  existing: readonly StoredRecord[],
  { origin, findRedirectProblem, createRedirectFollower }: RedirectImportChecks,
): Promise<RedirectList> {
  const { redirects, ...rest } = parseRedirectList(list, origin)
  const yieldToEventLoop = createEventLoopYield()
  const toKey = (path = '') => buildRedirectKey(path, origin)
  const problems = new Map<ListedRedirect, Awaited<ReturnType<typeof findRedirectProblem>>>()
  for (const listed of redirects) {
    await yieldToEventLoop()
    if (listed.values) problems.set(listed, await findRedirectProblem(listed.values))
  }
  let planned = redirects
  for (let keptBefore = -1; keptBefore !== countKept(planned); ) {
    keptBefore = countKept(planned)
    const listedKeys = new Set(planned.flatMap(({ values }) => (values ? toKey(values.oldPath) : [])))
    const otherRedirects = existing.filter(({ values }) => !listedKeys.has(toKey(values.oldPath)))
    const all = [...planned.flatMap(({ values }) => values ?? []), ...otherRedirects.map(({ values }) => values)]
    const follow = createRedirectFollower(all, [], origin)
    planned = planned.map((listed) => {
      const { values } = listed
      if (!values) return listed
      const problem = problems.get(listed)
      const isTargetListed = [values.newPath, values.newPath.replace(/\?.*/, '')].some((path) => listedKeys.has(toKey(path)))
      if (problem && !(problem.field === 'newPath' && isTargetListed)) return leaveOut(listed, problem.says)
      const end = values.state === 'Moved' ? follow(new URL(values.oldPath, origin)) : undefined
      if (end?.isLoop) return leaveOut(listed, 'It leads back to itself, so visitors would go in circles.')
      return end && !end.url ? leaveOut(listed, `It leads to ${values.newPath}, which is gone.`) : listed
    })
  }
  const existingByKey = new Map(existing.toReversed().map(({ values }) => [toKey(values.oldPath), values]))
  return { ...rest, redirects: planned.map((listed) => noteChange(listed, existingByKey.get(toKey(listed.values?.oldPath)))) }
}

function countKept(redirects: readonly ListedRedirect[]): number {
  return redirects.filter(({ values }) => values).length
}

/** Says where the old path leads today, if the import changes that. */
function noteChange(listed: ListedRedirect, current: RedirectValues | undefined): ListedRedirect {
  const { values, note } = listed
  if (!values || !current || (current.state === values.state && current.newPath === values.newPath)) return listed
  const today = current.state === 'Gone' ? 'It’s marked as gone today.' : `It leads to ${current.newPath} today.`
  return { ...listed, note: note ? `${note} ${today}` : today }
}

/** How many sentences an answer joins. */
const MAX_SENTENCES = 10

/** Names the row and says what happens to it, such as `Row 3, /old: It’s switched off.` */
export function describeListedRedirect({ place, from, note = '' }: ListedRedirect): string {
  return `${place}${from === '' || note.includes(from) ? '' : `, ${from}`}: ${note}`
}

/** Joins the first MAX_SENTENCES sentences. */
export function joinSentences(sentences: readonly string[]): string {
  const rest = sentences.length - MAX_SENTENCES
  return [...sentences.slice(0, MAX_SENTENCES), ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' ')
}
