import { redirect } from '../../../contract/content/kinds/redirect.ts'
import { isUserError, UserError } from '../../../contract/core/user-error.ts'
import { MAX_MISSING_PATHS } from '../../../contract/site/old-path-hits-and-redirect-import.ts'
import { type ContentModule, type ContentWriter, listKindRecords } from '../../content/records/records.ts'
import type { Database } from '../../platform/db/open-database.ts'
import { createEventLoopYield } from '../../platform/event-loop-yield.ts'
import type { EndpointHandler } from '../../platform/http/register-api.ts'
import type { LogProblem } from '../../platform/log/module-log-types.ts'
import type { ModuleFunctions, ServerModule } from '../../platform/module.ts'
import { createOldPathHandlers } from './handlers.ts'
import { createHitCounter } from './hit-counter.ts'
import { parseRedirectList } from './parse-redirect-list.ts'
import { addPathHits, deleteRarePaths, listOldPathHits } from './store.ts'

export type OldPathsModule = ModuleFunctions<typeof createOldPathsModule>

type Dependencies = {
  database: Database
  origin: string
  content: Pick<ContentModule, 'change' | 'list'>
  /** Returns why a redirect to this path helps no visitor, or undefined. */
  explainBadRedirectTarget: (path: string) => Promise<string | undefined>
  problem: LogProblem
}

/** Sentences about an import name at most this many lines. */
const MAX_PROBLEMS = 10

/** Creates the module that counts requests for old paths and imports redirects (decision 59). */
export function createOldPathsModule({
  database: { read, write },
  origin,
  content,
  explainBadRedirectTarget,
  problem,
}: Dependencies) {
  const counter = createHitCounter({
    save: (hits) =>
      write(async (tx) => {
        await addPathHits(tx, hits)
        await deleteRarePaths(tx, MAX_MISSING_PATHS)
      }),
    problem,
  })

  const oldPaths = {
    countMissing: counter.countMissing,
    countRedirects: counter.countRedirects,

    /** Saves this process's counts first. Leaves out paths that have a redirect by now. */
    async loadHits() {
      await counter.flush()
      const redirected = new Set((await content.list(redirect)).map(({ values }) => values.oldPath))
      return (await listOldPathHits(read)).filter(({ subject }) => !redirected.has(subject))
    },

    /** Saves all redirects of a list or none. Throws a 400 with a sentence for each line at fault. */
    async importRedirects(list: string, author: string): Promise<{ added: number; changed: number; unchanged: number }> {
      const { redirects, problems } = parseRedirectList(list, origin)
      const listedPaths = new Set(redirects.map(({ values }) => values.oldPath))
      for (const { line, values } of problems.length > 0 ? [] : redirects) {
        const isChecked = values.state === 'Moved' && !listedPaths.has(values.newPath)
        const sentence = isChecked ? await explainBadRedirectTarget(values.newPath) : undefined
        if (sentence) problems.push(`Line ${line}: ${values.newPath} is an address that ${sentence}`)
      }
      if (problems.length > 0) throw createListError(problems)
      return content.change((editing) => saveRedirects(editing, redirects, author))
    },
  }
  return {
    ...oldPaths,
    name: 'site/old-paths',
    handlers: (): EndpointHandler[] => createOldPathHandlers(oldPaths),
    stateTables: ['path_hit'],
    retention: {
      'old-paths': {
        what: 'How often an old address was requested',
        days: 180,
        since: 'the last request',
        why: 'No visitor has followed an old link for half a year.',
        rows: { table: 'path_hit', key: ['subject'], at: 'last_at' },
      },
    },
    close: counter.flush,
  } satisfies ServerModule
}

async function saveRedirects(
  editing: ContentWriter,
  redirects: ReturnType<typeof parseRedirectList>['redirects'],
  author: string,
) {
  const existing = new Map(
    (await listKindRecords(editing.tx, redirect, { withHidden: true })).map((one) => [one.values.oldPath, one]),
  )
  const counts = { added: 0, changed: 0, unchanged: 0 }
  const yieldToEventLoop = createEventLoopYield()
  for (const { line, values } of redirects) {
    await yieldToEventLoop()
    const current = existing.get(values.oldPath)
    const isUnchanged = current?.values.state === values.state && current.values.newPath === values.newPath
    counts[isUnchanged ? 'unchanged' : current ? 'changed' : 'added']++
    if (isUnchanged) continue
    const saved = current ? editing.update(redirect, current.id, values, { author }) : editing.add(redirect, values, { author })
    await saved.catch((error: unknown) => {
      if (!isUserError(error) || error.status >= 500) throw error
      throw createListError([`Line ${line}: ${Object.values(error.fields ?? {})[0] ?? error.message}`])
    })
  }
  return counts
}

function createListError(problems: readonly string[]): UserError {
  const rest = problems.length - MAX_PROBLEMS
  const sentences = [...problems.slice(0, MAX_PROBLEMS), ...(rest > 0 ? [`And ${rest} more.`] : [])]
  return new UserError(400, 'Nothing was imported.', { list: sentences.join(' ') })
}
