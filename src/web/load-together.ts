import { type DataStrategyFunction, redirectDocument } from 'react-router'
import { type PageData, pageData } from '../contract/site/page-data.ts'
import { FRAME } from './admin/shell/frame-data.ts'
import { callOverHttp } from './call.ts'
import { ROOT } from './root.tsx'
import { visitContext } from './visit.ts'

/**
 * Loads all that an admin page shows with one call, while its code is on the way: the server runs the loaders
 * (docs/decisions/0054). Where that call fails, each call of the loaders has failed in the same way, and they say what that
 * means for their page. Actions make their own calls.
 */
export const loadTogether: DataStrategyFunction = async ({ request, matches, context }) => {
  const called = matches.filter((match) => match.shouldCallHandler())
  const isAsked = (id: string) => called.some(({ route }) => route.id === id)
  const isLoading = request.method === 'GET' && called.some(({ route }) => route.id !== ROOT)
  const loading = isLoading ? load(request.url, isAsked(FRAME)) : undefined
  const results = called.map(async (match) => {
    const { id } = match.route
    if (!loading || id === ROOT) return [id, await match.resolve()] as const
    const result = await match.resolve(async (runLoader) => {
      const loaded = await loading
      if ('failure' in loaded) {
        const call = () => Promise.reject(loaded.failure)
        context.set(visitContext, { ...context.get(visitContext), call })
        return runLoader()
      }
      if (loaded.redirect) throw redirectDocument(loaded.redirect)
      return loaded.data[id]
    })
    return [id, result] as const
  })
  return Object.fromEntries(await Promise.all(results))
}

/** Never rejects: the code of the page may come later than the failure. */
async function load(url: string, frame: boolean): Promise<PageData | { failure: unknown }> {
  const { pathname, search } = new URL(url)
  return callOverHttp(pageData, { query: { address: pathname + search, frame } }).catch((failure: unknown) => ({ failure }))
}
