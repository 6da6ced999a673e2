import { endpointsOf } from '../../src/contract/content/content-kind-endpoints.ts'
import type { RecordVersion } from '../../src/contract/content/history.ts'
import type { ContentKind } from '../../src/contract/grammar/content-kind.ts'
import type { TestApp } from './app.ts'
import { sampleRecord } from './content.ts'

export type Wire = { _id: string; _version?: number; _sample?: true; _hidden?: true; _draft?: number } & Record<string, unknown>
type Body = { message?: string; error?: string; fields?: Record<string, string>; record: Wire }
type Trashed = { deletedAt: number; deletedBy: string; endsAt: number; record: Wire }

/** What admins do to the records of a site, by its calls. */
export function recordsAt(site: Pick<TestApp, 'request'>) {
  async function call(method: string, path: string, body?: unknown) {
    const reply = await site.request(method, `/api${path}`, { as: 'admin', body })
    const answered = reply.json() as Body
    return { status: reply.status, body: answered, record: answered.record }
  }
  const get = async <T>(path: string) => (await site.request('GET', `/api${path}`, { as: 'admin' })).json() as T
  const post = (contentKind: ContentKind, values: object, query = '') =>
    call('POST', `${endpointsOf(contentKind).add.path}${query}`, values)

  return {
    call,
    get,
    post,
    async add(contentKind: ContentKind, nth: number): Promise<Wire> {
      const { status, body, record } = await post(contentKind, sampleRecord(contentKind, nth))
      if (status !== 201) throw new Error(`${contentKind.kind} cannot be added: ${body.error}`)
      return record
    },
    save: (contentKind: ContentKind, id: string, values: object, query = '') =>
      call('PUT', `${endpointsOf(contentKind).update?.path.replace(':id', id)}${query}`, values),
    /** As the public list has them. */
    all: (contentKind: ContentKind) => get<Wire[]>(endpointsOf(contentKind).list.path),
    /** As editors ask for them. */
    listed: (contentKind: ContentKind, query = '') => get<Wire[]>(`/content/${contentKind.kind}${query}`),
    remove: (contentKind: ContentKind, id = '', query = '') => call('DELETE', `/content/${contentKind.kind}/${id}${query}`),
    undelete: (contentKind: ContentKind, id = '') => call('POST', `/undelete/${contentKind.kind}/${id}`),
    trash: (contentKind: ContentKind) => get<Trashed[]>(`/content-trash/${contentKind.kind}`),
    hide: (contentKind: ContentKind, id = '', hidden: boolean, query = '') =>
      call('PUT', `/content-visibility/${contentKind.kind}/${id}${query}`, { hidden }),
    order: (contentKind: ContentKind, ids: unknown[]) => call('PUT', `/content-order/${contentKind.kind}`, { ids }),
    history: (contentKind: ContentKind, id: string, query = '') =>
      get<RecordVersion[]>(`/history/${contentKind.kind}/${id}${query}`),
    historyReply: (contentKind: ContentKind, id: string) =>
      site.request('GET', `/api/history/${contentKind.kind}/${id}`, { as: 'admin' }),
    restore: (contentKind: ContentKind, id = '', version: number, seen: object = {}) =>
      call('POST', `/restore/${contentKind.kind}/${id}`, { version, ...seen }),
  }
}
