import { redirect } from '#contract/content/kinds/redirect.ts'
import { isUserError, UserError } from '#contract/core/user-error.ts'
import {
  getOldPathHitsEndpoint,
  importRedirectsEndpoint,
  MAX_IMPORTED_REDIRECTS,
  MAX_MISSING_PATHS,
  previewRedirectImportEndpoint,
} from '#contract/site/old-paths.ts'
import type { Database } from '#platform/db/open-database.ts'
import { decodeText } from '#platform/decode-text.ts'
import { createEventLoopYield } from '#platform/event-loop-yield.ts'
import type { UploadedFile } from '#platform/http/read-upload.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { LogProblem } from '#platform/log/module-log-types.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { type ContentModule, type ContentWriter, listKindRecords } from '../../content/records/records.ts'
import { createHitCounter } from './hit-counter.ts'
import {
  buildRedirectKey,
  formatRedirectList,
  type ListedRedirect,
  type RedirectList,
} from './redirect-list/parse-redirect-list.ts'
import { UnreadableTableError } from './redirect-list/parse-table.ts'
import {
  describeListedRedirect,
  joinSentences,
  planRedirectImport,
  type RedirectImportChecks,
} from './redirect-list/plan-redirect-import.ts'
import { addPathHits, deleteRarePaths, listOldPathHits } from './store.ts'

export type OldPathsModule = ModuleFunctions<typeof createOldPathsModule>

type Dependencies = RedirectImportChecks & {
  database: Database
  content: Pick<ContentModule, 'change' | 'list'>
  problem: LogProblem
}

/** Creates the module that counts requests for old paths and imports redirects (decision 59). */
export function createOldPathsModule({ database: { read, write }, content, problem, ...checks }: Dependencies) {
  const counter = createHitCounter({
    save: (hits) =>
      write(async (tx) => {
        await addPathHits(tx, hits)
        await deleteRarePaths(tx, MAX_MISSING_PATHS)
      }),
    problem,
  })

  /** Returns what each row of a list would become. Throws a 400 if nothing would be saved. */
  async function planImport(list: string): Promise<RedirectList> {
    const existing = await content.list(redirect, { withHidden: true })
    const plan = await planRedirectImport(list, existing, checks).catch((error: unknown) => {
      throw error instanceof UnreadableTableError ? createListError([error.message]) : error
    })
    assertWithinLimits(plan)
    return plan
  }

  const handlers = [
    // Saves this process's counts first. Leaves out paths that have a redirect by now.
    defineHandler(getOldPathHitsEndpoint, async () => {
      await counter.flush()
      const redirected = new Set((await content.list(redirect)).map(({ values }) => values.oldPath))
      const hits = (await listOldPathHits(read))
        .filter(({ subject }) => !redirected.has(subject))
        .map(({ subject, hits, last_at }) => ({ subject, hits, lastAt: last_at }))
      const [paths, redirects] = [true, false].map((is) => hits.filter(({ subject }) => subject.startsWith('/') === is))
      return {
        missing: (paths ?? []).map(({ subject: path, ...hit }) => ({ path, ...hit })),
        redirects: (redirects ?? []).map(({ subject: id, ...hit }) => ({ id, ...hit })),
      }
    }),

    defineHandler(previewRedirectImportEndpoint, async ({ file }) => {
      const { format, redirects, otherPlaces } = await planImport(decodeText((file as UploadedFile).bytes))
      const list = formatRedirectList(redirects.flatMap(({ values }) => values ?? []))
      return { ...(format && { format }), rows: redirects.map(serializeListedRedirect), otherPlaces: [...otherPlaces], list }
    }),

    // Notes the rows that it left out, with the reason.
    defineHandler(importRedirectsEndpoint, async ({ body: { list } }, { person }) => {
      const { redirects } = await planImport(list)
      const counts = await content.change((editing) => saveRedirects(editing, redirects, person.email, checks.origin))
      const noted = redirects.filter(({ note }) => note !== undefined)
      const saved = counts.added + counts.changed
      const sentences = [
        `${saved === 1 ? '1 redirect was' : `${saved} redirects were`} saved${counts.unchanged > 0 ? `; ${counts.unchanged} had nothing new` : ''}.`,
        ...(noted.length > 0 ? [joinSentences(noted.map(describeListedRedirect))] : []),
      ]
      return { message: sentences.join(' '), ...counts, noted: noted.map(serializeListedRedirect) }
    }),
  ]

  const oldPaths = { countMissing: counter.countMissing, countRedirects: counter.countRedirects }
  return {
    ...oldPaths,
    name: 'site/old-paths',
    handlers,
    stateTables: ['path_hit'],
    noPersonalData: 'Counts of requests by path.',
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
  redirects: readonly ListedRedirect[],
  author: string,
  origin: string,
): Promise<{ added: number; changed: number; unchanged: number }> {
  const records = await listKindRecords(editing.tx, redirect, { withHidden: true })
  const toKey = (path = '') => buildRedirectKey(path, origin)
  // Of two redirects for one path, the first counts.
  const existing = new Map(records.toReversed().map((one) => [toKey(one.values.oldPath), one]))
  const counts = { added: 0, changed: 0, unchanged: 0 }
  const yieldToEventLoop = createEventLoopYield()
  for (const { place, values } of redirects) {
    if (!values) continue
    await yieldToEventLoop()
    const current = existing.get(toKey(values.oldPath))
    const isUnchanged = current?.values.state === values.state && current.values.newPath === values.newPath
    counts[isUnchanged ? 'unchanged' : current ? 'changed' : 'added']++
    if (isUnchanged) continue
    const saved = current
      ? editing.update(redirect, current.id, { ...values, oldPath: current.values.oldPath ?? '' }, { author })
      : editing.add(redirect, values, { author })
    await saved.catch((error: unknown) => {
      if (!isUserError(error) || error.status >= 500) throw error
      throw createListError([`${place}: ${Object.values(error.fields ?? {})[0] ?? error.message}`])
    })
  }
  return counts
}

function assertWithinLimits({ redirects }: RedirectList): void {
  const kept = redirects.filter(({ values }) => values)
  if (redirects.length === 0) throw createListError(['The list has no addresses.'])
  if (kept.length === 0) throw createListError(redirects.map(describeListedRedirect))
  if (kept.length > MAX_IMPORTED_REDIRECTS)
    throw createListError([`The list has ${kept.length} redirects. Import at most ${MAX_IMPORTED_REDIRECTS} at a time.`])
}

function createListError(problems: readonly string[]): UserError {
  return new UserError(400, 'Nothing was imported.', { list: joinSentences(problems) })
}

function serializeListedRedirect({ values, ...listed }: ListedRedirect) {
  return { ...listed, ...(values && { from: values.oldPath, to: values.newPath, state: values.state }) }
}
