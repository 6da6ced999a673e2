import type { RecordVersion } from '../../src/contract/content/history.ts'
import { endpointsOf } from '../../src/contract/content/section-endpoints.ts'
import type { Section } from '../../src/contract/grammar/section.ts'
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
  const post = (section: Section, values: object, query = '') => call('POST', `${endpointsOf(section).add.path}${query}`, values)

  return {
    call,
    get,
    post,
    async add(section: Section, nth: number): Promise<Wire> {
      const { status, body, record } = await post(section, sampleRecord(section, nth))
      if (status !== 201) throw new Error(`${section.kind} cannot be added: ${body.error}`)
      return record
    },
    save: (section: Section, id: string, values: object, query = '') =>
      call('PUT', `${endpointsOf(section).update?.path.replace(':id', id)}${query}`, values),
    /** As the public list has them. */
    all: (section: Section) => get<Wire[]>(endpointsOf(section).list.path),
    /** As editors ask for them. */
    listed: (section: Section, query = '') => get<Wire[]>(`/content/${section.kind}${query}`),
    remove: (section: Section, id = '', query = '') => call('DELETE', `/content/${section.kind}/${id}${query}`),
    undelete: (section: Section, id = '') => call('POST', `/undelete/${section.kind}/${id}`),
    trash: (section: Section) => get<Trashed[]>(`/content-trash/${section.kind}`),
    hide: (section: Section, id = '', hidden: boolean, query = '') =>
      call('PUT', `/content-visibility/${section.kind}/${id}${query}`, { hidden }),
    order: (section: Section, ids: unknown[]) => call('PUT', `/content-order/${section.kind}`, { ids }),
    history: (section: Section, id: string, query = '') => get<RecordVersion[]>(`/history/${section.kind}/${id}${query}`),
    historyReply: (section: Section, id: string) => site.request('GET', `/api/history/${section.kind}/${id}`, { as: 'admin' }),
    restore: (section: Section, id = '', version: number, seen: object = {}) =>
      call('POST', `/restore/${section.kind}/${id}`, { version, ...seen }),
  }
}
