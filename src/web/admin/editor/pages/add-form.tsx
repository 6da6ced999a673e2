import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { NEW_RECORD } from '../../../../contract/content/own-drafts.ts'
import type { ContentKind } from '../../../../contract/grammar/content-kind.ts'
import type { Autosaved } from '../../autosave/read-autosave.ts'
import type { Saving } from '../../forms/saving.tsx'
import { Button } from '../../shell/button.tsx'
import { isDraftShown } from '../../site-map.ts'
import { DraftButton, SAVE_AS_DRAFT } from '../drafts/as-draft.tsx'
import { EditorForm } from '../form/editor-form.tsx'
import { SaveMessage } from '../form/save-bar.tsx'
import { type Editor, useEditorForm } from '../form/use-editor-form.ts'
import { WithPreview } from '../preview/with-preview.tsx'
import type { ContentRecord } from '../records/content-record.ts'
import { lower } from '../records/content-record.ts'
import { PreviewPanel, panelsOf } from './editor-panels.tsx'
import { addPlan } from './record-form.ts'

type Props = {
  contentKind: ContentKind
  saving: Saving
  /** What is there already, where no two records may be alike. */
  others?: readonly ContentRecord[]
  panelData?: unknown
  /** What was typed here earlier and not saved. */
  autosaved?: Autosaved
  /** On the button, where the kind's title does not say it well. */
  submit?: string
}

/** Adds a record; empty again afterwards. */
export function AddForm({
  contentKind,
  saving,
  others,
  panelData,
  autosaved,
  submit = `Add ${lower(contentKind.title)}`,
}: Props) {
  const plan = addPlan(contentKind, others)
  const editor = useEditorForm({
    id: `add-${contentKind.kind}`,
    plan,
    saving,
    isAdding: true,
    autosave: { kind: contentKind.kind, id: NEW_RECORD, autosaved },
  })
  usePreset(editor, contentKind)
  useOpenedByDraft(editor)
  const isOfDraft = isDraftShown(useSearchParams()[0])
  const panels = panelsOf(contentKind)
  return (
    <WithPreview
      {...{ contentKind, editor, others }}
      panel={panels && <PreviewPanel panels={panels} data={panelData} editor={editor} saved={plan.saved} />}
    >
      <div className="max-w-160">
        <EditorForm plan={plan} editor={editor} saving={saving}>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button type="submit" aria-disabled={editor.isBusy}>
              {editor.isBusy ? 'Saving…' : isOfDraft ? SAVE_AS_DRAFT : submit}
            </Button>
            {!isOfDraft && <DraftButton contentKind={contentKind} editor={editor} />}
            <SaveMessage editor={editor} />
          </div>
        </EditorForm>
      </div>
    </WithPreview>
  )
}

/** What was typed earlier must not lie behind a closed form. */
function useOpenedByDraft({ id, restoredAt }: Editor): void {
  useEffect(() => {
    if (restoredAt !== undefined) document.getElementById(id)?.closest('details')?.setAttribute('open', '')
  }, [id, restoredAt])
}

/** The address may name what the new record is for (`?page=Pricing`). */
function usePreset({ form }: Editor, { unique }: ContentKind): void {
  const [search] = useSearchParams()
  const preset = unique && search.get(unique)
  useEffect(() => {
    if (unique && preset) form.set({ [unique]: preset })
  }, [unique, preset, form])
}
