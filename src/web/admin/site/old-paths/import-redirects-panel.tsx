import { type ChangeEvent, useState } from 'react'
import { MAX_IMPORTED_REDIRECTS } from '../../../../contract/site/old-path-hits-and-redirect-import.ts'
import { buildFieldId, LabeledField } from '../../../forms/form-field.tsx'
import { SubmissionForm, SubmissionResultMessage, useFormSubmission } from '../../forms/form-submission.tsx'
import { SubmitButton } from '../../shell/button.tsx'
import { useIsHydrated } from '../../shell/use-is-hydrated.ts'

export const importRedirectsFields = { list: { type: 'textarea', label: 'Redirects' } } as const

const EXAMPLE = `/blog/old-post, /service/\n/index.php?page=7, /pricing/\n/closed-office, gone`

/** Imports redirects from pasted lines, or from a CSV file that the browser reads into the field. */
export function ImportRedirectsPanel() {
  const submission = useFormSubmission('')
  const isHydrated = useIsHydrated()
  const [fileText, setFileText] = useState<string>()
  const { answer } = submission
  const listId = buildFieldId('', 'list')

  async function readFile({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (file) setFileText(await file.text())
  }

  return (
    <section aria-labelledby="import-title" className="sheet">
      <header>
        <h2 id="import-title">Import redirects</h2>
      </header>
      <div className="grid grid-cols-1 gap-4 border-t-[1.5px] border-ink p-4 *:max-w-200 md:px-5">
        <p>
          One redirect per line: the old address, a comma, the new address. Without a new address, the page counts as gone. You
          can paste from a spreadsheet. Up to {MAX_IMPORTED_REDIRECTS} lines at a time.
        </p>
        <SubmissionResultMessage submission={submission} />
        <SubmissionForm submission={submission} className="form-in-panel grid grid-cols-1 gap-4">
          {isHydrated && (
            <LabeledField id="redirect-file" label="CSV file" isOptional>
              {(control) => (
                <input
                  {...control}
                  type="file"
                  accept=".csv,.txt,text/csv,text/plain"
                  className="chosen-file"
                  onChange={(event) => void readFile(event)}
                />
              )}
            </LabeledField>
          )}
          <LabeledField id={listId} label={importRedirectsFields.list.label} error={answer?.fields.list}>
            {(control) => (
              <textarea
                {...control}
                key={fileText ?? answer?.formId}
                name="list"
                rows={8}
                className="control"
                spellCheck={false}
                placeholder={EXAMPLE}
                defaultValue={answer?.notice === undefined ? (fileText ?? answer?.values.list) : ''}
              />
            )}
          </LabeledField>
          <div>
            <SubmitButton isBusy={submission.isBusy} label="Import redirects" busyLabel="Importing…" />
          </div>
        </SubmissionForm>
      </div>
    </section>
  )
}
