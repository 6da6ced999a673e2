import type { Call } from '../../contract/endpoint.ts'
import { listPageFacts } from '../../contract/page-facts.ts'
import { itemPages, type ListedPage } from '../../contract/public-pages.ts'
import { editorOf } from '../../contract/section.ts'
import { sections } from '../../contract/sections.ts'
import type { StoredRecord } from '../content/content.ts'
import { type Handled, handled } from '../http/http.ts'
import type { Renderer } from './render.ts'

type Parts = {
  factsOf: Renderer['factsOf']
  /** The data door as a visitor's. */
  visitorCall: Call
  readListedPages: () => Promise<readonly ListedPage[]>
  findRecord: (section: (typeof sections)[number], id: string) => Promise<StoredRecord | undefined>
}

/** Lets the editor show what holds where the owner leaves a field empty. */
export function pageHandlers({ factsOf, visitorCall, readListedPages, findRecord }: Parts): Handled[] {
  async function saidBy(page: ListedPage) {
    const { itself, ...facts } = await factsOf(page, visitorCall)
    const record = page.recordId === undefined ? undefined : await recordOf(page.name, page.recordId)
    return record ? { page: page.path, ...facts, record: { title: page.title, ...record } } : { page: page.name, ...itself }
  }

  /** Where the words of a record's page are edited, and whether there are any. */
  async function recordOf(name: string, id: string) {
    const section = sections.find(({ kind }) => itemPages.some((page) => page.name === name && page.kind === kind))
    const record = section && (await findRecord(section, id))
    const editor = record && editorOf(section, record.values)
    if (!editor) return undefined
    const isOwn = Boolean(record.values.pageTitle?.trim() || record.values.pageDescription?.trim())
    return { editor: `${editor.path.replace(':id', id)}#edit-${section.kind}-pageTitle`, isOwn }
  }

  return [handled(listPageFacts, async () => Promise.all((await readListedPages()).map(saidBy)))]
}
