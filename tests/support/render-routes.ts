import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router'
import type { PageRequestContext } from '#contract/core/page-rendering-interface.ts'
import { pageRequestRouterContext } from '#web/page-request-context.ts'

/** Answers a request as the server does: with the HTML of a page, or with a response such as a redirect. */
export async function answerRequest(
  routes: RouteObject[],
  request: Request,
  visit: PageRequestContext,
): Promise<string | Response> {
  const { query, dataRoutes } = createStaticHandler(routes)
  const requestContext = new RouterContextProvider(new Map([[pageRequestRouterContext, visit]]))
  const context = await query(request, { requestContext })
  if (context instanceof Response) return context
  return renderToStaticMarkup(
    createElement(StaticRouterProvider, { router: createStaticRouter(dataRoutes, context), context, hydrate: false }),
  )
}

/** Returns the HTML of a page. Throws if the routes answer with another response. */
export async function renderRoutes(...input: Parameters<typeof answerRequest>): Promise<string> {
  const answer = await answerRequest(...input)
  if (answer instanceof Response) throw new Error(`Answered ${answer.status}`)
  return answer
}
