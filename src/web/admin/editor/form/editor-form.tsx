import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDateTime } from '#contract/core/format-date-time.ts'
import { PASSWORD_CONFIRMATION_FIELD } from '#contract/core/user-error.ts'
import { ErrorSummary } from '#web/forms/form-messages.tsx'
import { type FormSubmission, SCRIPT_FORM_METHOD } from '../../forms/form-submission.tsx'
import { PasswordConfirmationField } from '../../forms/password-confirmation-field.tsx'
import { useBusinessTimeZone } from '../../shell/admin-layout-data.ts'
import { Button } from '../../shell/button.tsx'
import { createLazyImport } from '../lazy-import.ts'
import { EditConflict } from './edit-conflict.tsx'
import { EditorField } from './editor-field.tsx'
import type { EditorFormDefinition } from './editor-form-definition.ts'
import { NewFindingsQuestion, SuggestionsAfterSavePanel } from './new-findings-panels.tsx'
import type { EditorFormController } from './use-editor-form.ts'

export const lazyTextListEditor = createLazyImport(async () => (await import('./text-list-editor.tsx')).TextListEditor)

type Props = {
  definition: EditorFormDefinition
  editor: EditorFormController
  submission: FormSubmission
  marksChanges?: boolean
  children?: ReactNode
}

export function EditorForm({ definition, editor, submission, marksChanges, children }: Props) {
  const { id, errors, problem, tryAgain, versions } = editor
  const hasNewFindings = submission.answer?.findings !== undefined && Object.keys(errors).length === 0 && !tryAgain
  const names = [...definition.visibleFields.map(({ name }) => name), PASSWORD_CONFIRMATION_FIELD]
  return (
    <>
      <RestoredAutosaveNotice editor={editor} />
      <SuggestionsAfterSavePanel submission={submission} form={id} />
      <form id={id} method={SCRIPT_FORM_METHOD} noValidate onSubmit={editor.submit} className="grid grid-cols-1 gap-5">
        {problem &&
          (hasNewFindings ? (
            <NewFindingsQuestion form={id} submission={submission} submitLabel="Save anyway" />
          ) : (
            <ErrorSummary answer={{ form: id, error: problem, fields: errors }} names={names} />
          ))}
        {problem && tryAgain && (
          <Button look="outline" className="-mt-4 justify-self-start" onClick={() => void tryAgain()}>
            Try again
          </Button>
        )}
        <EditConflict key={JSON.stringify([versions, editor.conflict?.currentValues])} editor={editor} definition={definition} />
        {definition.visibleFields.map((namedField) => {
          const { name } = namedField
          const list = definition.fieldsShownAsLists?.find(({ fields }) => fields.includes(name))
          const rows = definition.visibleFields.filter((field) => list?.fields.includes(field.name))
          const isSample = [name, ...rows.map((row) => row.name)].some((one) => definition.sampleFieldNames?.includes(one))
          if (!list) return <EditorField key={name} {...namedField} {...{ editor, marksChanges, isSample }} />
          const TextListEditor = lazyTextListEditor.get()
          return list.fields[0] === name && <TextListEditor key={name} {...{ list, rows, editor, marksChanges, isSample }} />
        })}
        {/* The form store doesn't hold the password, so that no autosave stores it. */}
        <PasswordConfirmationField form={id} submission={submission} error={errors[PASSWORD_CONFIRMATION_FIELD]} />
        {children}
      </form>
    </>
  )
}

function RestoredAutosaveNotice({ editor: { restoredAt, discard } }: { editor: EditorFormController }) {
  const timeZone = useBusinessTimeZone()
  if (restoredAt === undefined) return null
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field bg-info-tint px-4 py-1 text-info"
    >
      <Undo2 className="size-5 flex-none" aria-hidden />
      <span className="min-w-0 grow basis-40 py-2">
        We restored your unsaved changes from {formatDateTime(timeZone, restoredAt)}
      </span>
      <button type="button" className="min-h-11 font-semibold underline" onClick={discard}>
        Discard<span className="sr-only"> the unsaved text</span>
      </button>
    </div>
  )
}
