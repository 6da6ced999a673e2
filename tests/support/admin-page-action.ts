import { type ActionFunctionArgs, matchPath, RouterContextProvider } from 'react-router'
import type { ErrorReply } from '#contract/core/common-schemas.ts'
import { type ApiCallFunction, type Endpoint, IDEMPOTENCY_KEY_HEADER } from '#contract/core/endpoint.ts'
import { UserError } from '#contract/core/user-error.ts'
import { adminPages } from '#web/admin-pages.ts'
import { buildCallUrl } from '#web/call-over-http.ts'
import type { FormAnswer } from '#web/forms/form-action.ts'
import { pageRequestRouterContext } from '#web/page-request-context.ts'
import type { TestApp } from './test-app.ts'

const viewer = { kind: 'admin', email: 'ada@example.com', userId: 'ada' } as const

/** Sends a form to the action of an admin page, as the page's script does. Returns the answer. */
export async function sendAdminForm(call: ApiCallFunction, path: string, form: Record<string, string>): Promise<FormAnswer> {
  const page = adminPages.find((adminPage) => matchPath(adminPage.path, path))
  const action = (await page?.load())?.action
  if (!page || !action) throw new Error(`No admin page at ${path} takes forms`)
  const context = new RouterContextProvider(new Map([[pageRequestRouterContext, { call, viewer, origin: 'http://test' }]]))
  const request = new Request(`http://test${path}`, { method: 'POST', body: new URLSearchParams(form) })
  const { params } = matchPath(page.path, path) ?? {}
  const answer = (await action({ request, context, params } as unknown as ActionFunctionArgs)) as
    | FormAnswer
    | { data: FormAnswer }
  return 'data' in answer ? answer.data : answer
}

/** Makes the calls of a page as an admin of the site. */
export function createAdminCall(site: Pick<TestApp, 'request'>): ApiCallFunction {
  return (async (endpoint: Endpoint, input: { body?: unknown; key?: string }) => {
    const { body, key } = input
    const headers: Record<string, string> = key === undefined ? {} : { [IDEMPOTENCY_KEY_HEADER]: `"${key}"` }
    const reply = await site.request(endpoint.method, buildCallUrl(endpoint, input), { as: 'admin', body, headers })
    if (reply.status < 400) return reply.json()
    const { error, fields, record } = reply.json() as ErrorReply
    throw new UserError(reply.status, error, fields, record)
  }) as ApiCallFunction
}
