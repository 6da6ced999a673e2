import { listOwnDrafts } from '../../../contract/content/own-drafts.ts'
import { contentKinds } from '../../../contract/content-kinds.ts'
import type { Call } from '../../../contract/grammar/endpoint.ts'
import { editorAddress, readRecord } from '../editor/records/content-record.ts'

/** What this person has typed into forms and not saved: how many, of which kinds, and where the newest is. */
export type Unsaved = { count: number; titles: readonly string[]; to: string }

export async function readUnsaved(call: Call): Promise<Unsaved | undefined> {
  const drafts = (await call(listOwnDrafts, {})).flatMap(({ kind, id }) => {
    const contentKind = contentKinds.find((one) => one.kind === kind)
    return contentKind ? [{ contentKind, id }] : []
  })
  const [newest] = drafts
  if (!newest) return undefined
  const { contentKind, id } = newest
  // A new record has no page, nor has one that was deleted since.
  const record = await readRecord(call, contentKind, id).catch(() => undefined)
  return {
    count: drafts.length,
    titles: [...new Set(drafts.map((one) => one.contentKind.title))],
    to: (record && editorAddress(contentKind, record)) ?? contentKind.editor.home,
  }
}
