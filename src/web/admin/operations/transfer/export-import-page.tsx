import { type FormEvent, useEffect, useState } from 'react'
import { exportContentEndpoint, type ImportSummary, importContentEndpoint } from '#contract/content/content-transfer.ts'
import { UPLOAD_FILE_PART } from '#contract/core/endpoint.ts'
import { isUserError } from '#contract/core/user-error.ts'
import { callOverHttp, getCallErrorMessage } from '#web/call-over-http.ts'
import type { FormAnswer } from '#web/forms/form-action.ts'
import { buildFieldId, LabeledField } from '#web/forms/form-field.tsx'
import { ErrorSummary, SuccessNotice } from '#web/forms/form-messages.tsx'
import { adminPaths } from '../../admin-paths.ts'
import { SCRIPT_FORM_METHOD } from '../../forms/form-submission.tsx'
import { AdminPage } from '../../shell/admin-page.tsx'
import { AdminSection } from '../../shell/admin-section.tsx'
import { Button, getButtonClass } from '../../shell/button.tsx'

const IMPORT_FORM_NAME = 'import'

/** Exports all content as one file, and imports such a file (P-43). */
export function Page() {
  return (
    <AdminPage
      heading="Export and import"
      note="Save all content and images in one file, as a backup or to copy your site."
      crumbs={[{ name: 'All content', to: adminPaths.allContent }, { name: 'Export and import' }]}
    >
      <div className="grid grid-cols-1 gap-5 px-(--edge) pb-16">
        <ExportPanel />
        <ImportPanel />
      </div>
    </AdminPage>
  )
}

function ExportPanel() {
  return (
    <AdminSection headingId="export-title" heading="Export">
      <div className="grid grid-cols-1 gap-4 border-t-[1.5px] border-ink p-4 *:max-w-200 md:px-5">
        <p>The file has all content in order, including hidden items, and all images with their descriptions.</p>
        <p className="text-muted">
          It doesn’t have accounts, passwords, orders, messages, subscribers, the payment account, drafts, earlier versions or
          deleted items.
        </p>
        <p>
          <a href={`/api${exportContentEndpoint.path}`} download className={getButtonClass('filled')}>
            Download the content
          </a>
        </p>
      </div>
    </AdminSection>
  )
}

type ImportResult = { isDone: boolean; summary: ImportSummary; plan: string }
type ImportAnswer = Partial<Pick<FormAnswer, 'notice' | 'error' | 'fields'>> & { imported?: ImportResult }

const RESULT_ID = 'import-result'
const FILE_HELP = 'A file exported here or from another Rankstead site, up to 256 MB.'

/** Uploads a file twice. The first upload only checks it. The second imports it after the admin has seen the changes. */
function ImportPanel() {
  const [answer, setAnswer] = useState<ImportAnswer>()
  const [checkedFile, setCheckedFile] = useState<File>()
  const [isBusy, setIsBusy] = useState(false)
  const pendingImport = answer?.imported?.isDone === false ? answer.imported : undefined

  // The pressed button disappears, so the focus moves to the result.
  useEffect(() => {
    if (answer?.imported) document.getElementById(RESULT_ID)?.focus()
  }, [answer])

  async function uploadFile(file: File, plan?: string) {
    setIsBusy(true)
    setAnswer({})
    const body = plan === undefined ? { check: true } : { check: false, plan }
    try {
      const { message: notice, ...imported } = await callOverHttp(importContentEndpoint, { body, file })
      setCheckedFile(imported.isDone ? undefined : file)
      setAnswer({ notice, imported })
    } catch (error) {
      setCheckedFile(undefined)
      setAnswer({ error: getCallErrorMessage(error), fields: (isUserError(error) && error.fields) || {} })
    } finally {
      setIsBusy(false)
    }
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const selectedFile = new FormData(event.currentTarget).get(UPLOAD_FILE_PART)
    const file = selectedFile instanceof File && selectedFile.size > 0 ? selectedFile : checkedFile
    if (isBusy) return
    if (!file) setAnswer({ error: NO_FILE_MESSAGE, fields: { [UPLOAD_FILE_PART]: NO_FILE_MESSAGE } })
    else void uploadFile(file, pendingImport?.plan)
  }

  return (
    <AdminSection headingId="import-title" heading="Import">
      <div className="grid grid-cols-1 gap-4 border-t-[1.5px] border-ink p-4 *:max-w-200 md:px-5">
        <p>
          An import replaces this site’s content with the file’s. Anything not in the file goes to Trash, where it stays for 30
          days. Changed items keep their earlier versions. Images are added, never removed.
        </p>
        {answer?.error !== undefined && (
          <ErrorSummary
            answer={{ form: IMPORT_FORM_NAME, error: answer.error, fields: answer.fields ?? {} }}
            names={[UPLOAD_FILE_PART]}
          />
        )}
        <SuccessNotice notice={answer?.notice} />
        {answer?.imported && <ImportSummaryTable {...answer.imported} />}
        <form method={SCRIPT_FORM_METHOD} noValidate onSubmit={handleSubmit} className="form-in-panel grid grid-cols-1 gap-4">
          {!checkedFile && (
            <LabeledField
              id={buildFieldId(IMPORT_FORM_NAME, UPLOAD_FILE_PART)}
              label="File"
              help={FILE_HELP}
              error={answer?.fields?.[UPLOAD_FILE_PART]}
            >
              {(control) => <input {...control} type="file" name={UPLOAD_FILE_PART} accept=".tar" className="chosen-file" />}
            </LabeledField>
          )}
          <p role="status" className={isBusy ? 'font-semibold' : 'sr-only'}>
            {isBusy && 'Uploading and checking the file…'}
          </p>
          <div className="flex flex-wrap gap-3">
            {pendingImport ? (
              <>
                <Button type="submit" aria-disabled={isBusy}>
                  Import it
                </Button>
                <a href={adminPaths.transfer} className="inline-block py-2.5 underline">
                  Cancel the import
                </a>
              </>
            ) : (
              <Button type="submit" aria-disabled={isBusy}>
                Check the file
              </Button>
            )}
          </div>
        </form>
      </div>
    </AdminSection>
  )
}

const NO_FILE_MESSAGE = 'Choose a file.'

/** Lists the changes per content kind, before or after the import. */
function ImportSummaryTable({ isDone, summary: { kinds, pictures } }: ImportResult) {
  return (
    <div id={RESULT_ID} tabIndex={-1} className="grid gap-3">
      {kinds.length > 0 && (
        <table className="w-full text-left">
          <caption className="pb-2 text-left font-semibold">{isDone ? 'Changes' : 'What will change'}</caption>
          <thead className="border-b border-ink">
            <tr>
              <th scope="col" className="py-1 pr-3 font-semibold">
                Content
              </th>
              {['Added', 'Changed', 'Removed'].map((head) => (
                <th key={head} scope="col" className="px-2 py-1 text-right font-semibold wrap-normal">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ kind, title, added, changed, removed, isMoved }) => (
              <tr key={kind} className="border-b border-rule-light">
                <th scope="row" className="py-1.5 pr-3 font-normal">
                  {title}
                  {isMoved && <span className="text-muted"> (reordered)</span>}
                </th>
                {[added, changed, removed].map((count, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns are always the same
                  <td key={index} className="px-2 py-1.5 text-right tabular-nums">
                    {count}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {pictures.added + pictures.changed > 0 && (
        <p>
          Images: {pictures.added} new in the library, {pictures.changed} with a new description.
        </p>
      )}
    </div>
  )
}
