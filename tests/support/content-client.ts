import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import type { RecordVersion } from '#contract/content/record-history.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import type { TestApp } from './test-app.ts'
import { buildRecordValues } from './test-content-module.ts'

export type ContentRecordJson = { _id: string; _version?: number; _sample?: true; _hidden?: true; _draft?: number } & Record<
  string,
  unknown
>
type Body = { message?: string; error?: string; fields?: Record<string, string>; record: ContentRecordJson }
type RecordInTrash = { deletedAt: number; deletedBy: string; endsAt: number; record: ContentRecordJson }

/** Calls the content API as an admin. */
export function createContentClient(site: Pick<TestApp, 'request'>) {
  async function call(method: string, path: string, body?: unknown) {
    const reply = await site.request(method, `/api${path}`, { as: 'admin', body })
    const replyBody = reply.json() as Body
    return { status: reply.status, body: replyBody, record: replyBody.record }
  }
  const get = async <T>(path: string) => (await site.request('GET', `/api${path}`, { as: 'admin' })).json() as T
  const post = (contentKind: ContentKind, values: object, query = '') =>
    call('POST', `${getReadAddAndUpdateEndpoints(contentKind).add.path}${query}`, values)

  return {
    call,
    get,
    post,
    async add(contentKind: ContentKind, nth: number): Promise<ContentRecordJson> {
      const { status, body, record } = await post(contentKind, buildRecordValues(contentKind, nth))
      if (status !== 201) throw new Error(`${contentKind.kind} cannot be added: ${body.error}`)
      return record
    },
    save: (contentKind: ContentKind, id: string, values: object, query = '') =>
      call('PUT', `${getReadAddAndUpdateEndpoints(contentKind).update?.path.replace(':id', id)}${query}`, values),
    /** Reads the public list. */
    listPublic: (contentKind: ContentKind) => get<ContentRecordJson[]>(getReadAddAndUpdateEndpoints(contentKind).list.path),
    /** Reads the list that editors show. */
    listForEditors: (contentKind: ContentKind, query = '') => get<ContentRecordJson[]>(`/content/${contentKind.kind}${query}`),
    remove: (contentKind: ContentKind, id = '', query = '') => call('DELETE', `/content/${contentKind.kind}/${id}${query}`),
    undelete: (contentKind: ContentKind, id = '') => call('POST', `/undelete/${contentKind.kind}/${id}`),
    listTrash: (contentKind: ContentKind) => get<RecordInTrash[]>(`/content-trash/${contentKind.kind}`),
    hide: (contentKind: ContentKind, id = '', hidden: boolean, query = '') =>
      call('PUT', `/content-visibility/${contentKind.kind}/${id}${query}`, { hidden }),
    reorder: (contentKind: ContentKind, ids: unknown[]) => call('PUT', `/content-order/${contentKind.kind}`, { ids }),
    listHistory: (contentKind: ContentKind, id: string, query = '') =>
      get<RecordVersion[]>(`/history/${contentKind.kind}/${id}${query}`),
    getHistoryReply: (contentKind: ContentKind, id: string) =>
      site.request('GET', `/api/history/${contentKind.kind}/${id}`, { as: 'admin' }),
    restore: (contentKind: ContentKind, id = '', version: number, moreFields: object = {}) =>
      call('POST', `/restore/${contentKind.kind}/${id}`, { version, ...moreFields }),
  }
}
