import { redirect } from 'react-router'
import { keepOwnDraft } from '../../../../contract/content/own-drafts.ts'
import { Refusal } from '../../../../contract/grammar/refusal.ts'
import { hiddenField } from '../../../forms/field.tsx'
import { pageForm } from '../../../forms/form-action.ts'
import { differing } from '../../autosave/draft.ts'
import { editorAddress, readRecord } from '../records/content-record.ts'
import { contentKindOf, readVersion } from './shown-history.ts'

/** The name of the form on the page. */
export const RESTORE = 'restore'

/** Puts the words of a version into the record's form, as if they had just been typed there: nothing is saved. */
export const restoreForm = pageForm({ version: hiddenField }, async ({ call, params, values }) => {
  const contentKind = contentKindOf(params.kind)
  const place = { kind: contentKind.kind, id: params.id ?? '' }
  const record = await readRecord(call, contentKind, place.id)
  const editor = editorAddress(contentKind, record)
  const old = await readVersion(call, place, Number(values.version))
  if (!old || !editor) throw new Refusal(404, 'There is no such version of this record.')
  const changed = differing(record.values, old.values)
  if (Object.keys(changed).length === 0) {
    throw new Refusal(409, `Version ${old.version} says what the record says now: there is nothing to restore.`)
  }
  await call(keepOwnDraft, { params: place, body: { values: changed, version: record.version } })
  return redirect(editor)
})
