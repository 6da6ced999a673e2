import { listOwnDrafts } from '../../../contract/content/own-drafts.ts'
import type { Call } from '../../../contract/grammar/endpoint.ts'
import { sections } from '../../../contract/sections.ts'
import { editorAddress, readRecord } from '../editor/records/content-record.ts'

/** What this person has typed into forms and not saved: how many, of which kinds, and where the newest is. */
export type Unsaved = { count: number; titles: readonly string[]; to: string }

export async function readUnsaved(call: Call): Promise<Unsaved | undefined> {
  const drafts = (await call(listOwnDrafts, {})).flatMap(({ kind, id }) => {
    const section = sections.find((one) => one.kind === kind)
    return section ? [{ section, id }] : []
  })
  const [newest] = drafts
  if (!newest) return undefined
  const { section, id } = newest
  // A new record has no page, nor has one that was deleted since.
  const record = await readRecord(call, section, id).catch(() => undefined)
  return {
    count: drafts.length,
    titles: [...new Set(drafts.map((one) => one.section.title))],
    to: (record && editorAddress(section, record)) ?? section.editor.home,
  }
}
