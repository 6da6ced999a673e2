import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { NEW_RECORD_ID } from '#contract/content/autosaves.ts'
import { type ContentKind, lowercaseTitle } from '#contract/core/content-kind.ts'
import { hasDraftParam } from '../../admin-paths.ts'
import type { AutosaveSnapshot } from '../../autosave/load-server-autosaves.ts'
import type { FormSubmission } from '../../forms/form-submission.tsx'
import { pickChangedValues } from '../../forms/form-values-store.ts'
import { Button, SubmitButton } from '../../shell/button.tsx'
import { EditorForm } from '../form/editor-form.tsx'
import { DiscardedTextUndoButton, SaveStatusMessage } from '../form/save-bar.tsx'
import { type EditorFormController, useEditorForm } from '../form/use-editor-form.ts'
import { FormWithPreview } from '../preview/form-with-preview.tsx'
import type { EditorRecord } from '../records/load-editor-records.ts'
import { getRecordTitle } from '../records/record-titles.ts'
import { SAVE_AS_DRAFT_LABEL, SaveAsDraftButton } from '../release/draft-controls.tsx'
import { KindSpecificPreview } from './custom-editor-panels.tsx'
import { REPLACED_RECORD_ID_FIELD } from './record-form-action.ts'
import { buildAddRecordFormDefinition } from './record-form-definitions.ts'

type Props = {
  contentKind: ContentKind
  submission: FormSubmission
  /** The kind's records. The form doesn't offer their unique values. */
  others?: readonly EditorRecord[]
  panelData?: unknown
  autosaveSnapshot?: AutosaveSnapshot
  submitLabel?: string
}

/** Adds records. Each save empties the form. */
export function AddRecordForm({
  contentKind,
  submission,
  others,
  panelData,
  autosaveSnapshot,
  submitLabel = `Add ${lowercaseTitle(contentKind.title)}`,
}: Props) {
  const definition = buildAddRecordFormDefinition(contentKind, others)
  const editor = useEditorForm({
    id: `add-${contentKind.kind}`,
    definition,
    submission,
    isAdding: true,
    autosave: { kind: contentKind.kind, id: NEW_RECORD_ID, snapshot: autosaveSnapshot },
  })
  usePresetFromUrl(editor, contentKind)
  useOpenOnRestore(editor)
  const isDraftMode = hasDraftParam(useSearchParams()[0])
  const recordInEffect = others?.find(({ isSample, isHidden }) => !isSample && !isHidden)
  const choice = recordInEffect && contentKind.editor.addChoice
  return (
    <FormWithPreview
      {...{ contentKind, editor }}
      panel={
        contentKind.editor.panels && (
          <KindSpecificPreview data={panelData} savedValues={definition.savedValues} {...{ contentKind, editor }} />
        )
      }
    >
      <div className="max-w-160">
        <EditorForm definition={definition} editor={editor} submission={submission}>
          {choice && (
            <p className="wrap-anywhere">
              {choice.asks} <strong>{getRecordTitle(contentKind, recordInEffect)}</strong>.
            </p>
          )}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <SubmitButton isBusy={editor.isBusy} label={isDraftMode ? SAVE_AS_DRAFT_LABEL : (choice?.spare ?? submitLabel)} />
            {choice && (
              <Button
                type="submit"
                name={REPLACED_RECORD_ID_FIELD}
                value={recordInEffect.id}
                look="outline"
                aria-disabled={editor.isBusy}
              >
                {choice.replace}
              </Button>
            )}
            {!isDraftMode && <SaveAsDraftButton contentKind={contentKind} editor={editor} />}
            <DiscardedTextUndoButton editor={editor} />
            <SaveStatusMessage editor={editor} />
          </div>
        </EditorForm>
      </div>
    </FormWithPreview>
  )
}

/** Opens the disclosure around the form if an autosave was restored. */
function useOpenOnRestore({ id, restoredAt }: EditorFormController): void {
  useEffect(() => {
    if (restoredAt !== undefined) document.getElementById(id)?.closest('details')?.setAttribute('open', '')
  }, [id, restoredAt])
}

/** Fills in the unique or grouping field from the query, such as `?page=Pricing`. That alone makes no unsaved change. */
function usePresetFromUrl({ form }: EditorFormController, { unique, editor }: ContentKind): void {
  const [search] = useSearchParams()
  const field = unique ?? editor.groupBy
  const preset = field && search.get(field)
  useEffect(() => {
    if (!field || !preset) return
    const { [field]: _, ...typedValues } = pickChangedValues(form.saved(), form.values())
    form.reset({ ...form.saved(), [field]: preset })
    form.setValues(typedValues)
  }, [field, preset, form])
}
