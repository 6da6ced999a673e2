import { NO_FILE_MESSAGE, UPLOAD_FILE_PART } from '#contract/core/endpoint.ts'
import { isUserError } from '#contract/core/user-error.ts'
import {
  importRedirectsEndpoint,
  type ListedRedirectPreview,
  MAX_IMPORTED_REDIRECTS,
  previewRedirectImportEndpoint,
  type RedirectImportPreview,
} from '#contract/site/old-paths.ts'
import { defineFileUploadForm, defineForm, type FormAnswer, type FormDefinition } from '#web/forms/form-action.ts'
import { buildFieldId, LabeledField } from '#web/forms/form-field.tsx'
import { type Column, DataTable } from '#web/lists/paged-table.tsx'
import { PostButton, SubmissionError, SubmissionForm, useFormSubmission } from '../../forms/form-submission.tsx'
import { AdminSection } from '../../shell/admin-section.tsx'
import { SubmitButton } from '../../shell/button.tsx'

const PREVIEW_FORM = 'preview'
const SAVE_FORM = 'save'
const listField = { list: { type: 'textarea', label: 'Redirects' } } as const

export const redirectImportForms: Readonly<Record<string, FormDefinition>> = {
  [PREVIEW_FORM]: defineFileUploadForm(async (callWithForm, { call, postedValues }) => {
    const preview = await callWithForm(previewRedirectImportEndpoint).catch((error: unknown) => {
      const { list = '' } = postedValues
      const hasNoFile = isUserError(error) && error.fields?.[UPLOAD_FILE_PART] === NO_FILE_MESSAGE
      if (!hasNoFile || list.trim() === '') throw error
      return call(previewRedirectImportEndpoint, { body: {}, file: new Blob([list]) })
    })
    return { preview }
  }, listField),
  [SAVE_FORM]: defineForm(listField, async ({ call, values: { list } }) => {
    const { message } = await call(importRedirectsEndpoint, { body: { list } })
    return { notice: message }
  }),
}

const EXAMPLE = `/blog/old-post, /service/\n/index.php?page=7, /pricing/\n/closed-office, gone`

/** Imports redirects from a file or pasted lines. Shows what each row becomes before anything is saved. */
export function ImportRedirectsPanel() {
  const previewSubmission = useFormSubmission(PREVIEW_FORM)
  const saveSubmission = useFormSubmission(SAVE_FORM)
  const { answer } = previewSubmission
  const preview = (answer as (FormAnswer & { preview?: RedirectImportPreview }) | undefined)?.preview
  const saved = saveSubmission.answer?.notice === undefined ? undefined : saveSubmission.answer.values.list
  const isSaved = saved !== undefined && saved === preview?.list
  return (
    <AdminSection headingId="import-title" heading="Import redirects">
      <div className="grid grid-cols-1 gap-4 border-t-[1.5px] border-ink p-4 md:px-5 *:[p,form]:max-w-200">
        <p>
          Choose the file that your old site exported: Redirection (CSV or JSON), Yoast, Rank Math, Shopify, Squarespace, Webflow,
          Netlify, Apache or nginx. Or paste one redirect per line: the old address, a comma, the new address. Without a new
          address, the page counts as gone. Up to {MAX_IMPORTED_REDIRECTS} redirects at a time.
        </p>
        <SubmissionError submission={previewSubmission} />
        <SubmissionForm submission={previewSubmission} className="form-in-panel grid grid-cols-1 gap-4">
          <LabeledField
            id={buildFieldId(PREVIEW_FORM, UPLOAD_FILE_PART)}
            label="File"
            isOptional
            error={answer?.fields[UPLOAD_FILE_PART]}
          >
            {(control) => <input {...control} type="file" name={UPLOAD_FILE_PART} className="chosen-file" />}
          </LabeledField>
          <LabeledField
            id={buildFieldId(PREVIEW_FORM, 'list')}
            label={listField.list.label}
            isOptional
            error={answer?.fields.list}
          >
            {(control) => (
              <textarea
                {...control}
                name="list"
                rows={8}
                className="control"
                spellCheck={false}
                placeholder={EXAMPLE}
                defaultValue={answer?.values.list}
              />
            )}
          </LabeledField>
          <div>
            <SubmitButton isBusy={previewSubmission.isBusy} label="Preview the redirects" busyLabel="Reading…" />
          </div>
        </SubmissionForm>
        <SubmissionError submission={saveSubmission} />
        {isSaved && <p>The redirects of this list are saved.</p>}
        {preview && !isSaved && (
          <section aria-labelledby="preview-title" className="grid grid-cols-1 gap-4">
            <h3 id="preview-title" className="font-bold">
              What each row becomes
            </h3>
            <p>{describePreview(preview)}</p>
            <DataTable
              labelledBy="preview-title"
              columns={previewColumns}
              records={preview.rows.map((row) => ({ ...row, _id: row.place }))}
            />
            <PostButton
              submission={saveSubmission}
              values={{ list: preview.list }}
              look="filled"
              busyLabel="Saving…"
            >{`Save ${countRedirects(countKept(preview))}`}</PostButton>
          </section>
        )}
      </div>
    </AdminSection>
  )
}

const previewColumns: Column<ListedRedirectPreview & { _id: string }>[] = [
  { title: 'Row', kind: 'figure', renderCell: ({ place }) => place },
  { title: 'Old address', kind: 'name', renderCell: ({ from }) => <span className="wrap-anywhere">{from || '(none)'}</span> },
  {
    title: 'Becomes',
    renderCell: ({ state, to }) => (
      <span className="wrap-anywhere">{state === undefined ? 'Left out' : state === 'Gone' ? 'Gone' : `Moved to ${to}`}</span>
    ),
  },
  { title: 'Note', renderCell: ({ note = '' }) => note },
]

function describePreview(preview: RedirectImportPreview): string {
  const { format, rows, otherPlaces } = preview
  const kept = countKept(preview)
  const leftOut = rows.length - kept
  return [
    `${format ? `This list comes from ${format}. ` : ''}Nothing is saved yet.`,
    `${countRedirects(kept)} can be saved${leftOut > 0 ? `, and ${leftOut} ${leftOut === 1 ? 'row is' : 'rows are'} left out` : ''}.`,
    otherPlaces.length > 0
      ? `Without a redirect: ${new Intl.ListFormat('en-US').format(otherPlaces.slice(0, MAX_PLACES))}${otherPlaces.length > MAX_PLACES ? ', and more' : ''}.`
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}

const MAX_PLACES = 10

function countKept({ rows }: RedirectImportPreview): number {
  return rows.filter(({ state }) => state !== undefined).length
}

function countRedirects(count: number): string {
  return count === 1 ? '1 redirect' : `${count} redirects`
}
