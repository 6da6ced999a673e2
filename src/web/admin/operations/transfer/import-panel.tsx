import { type FormEvent, useEffect, useState } from 'react'
import { useActionData } from 'react-router'
import { type ImportSummary, importContent } from '../../../../contract/content/transfer.ts'
import { FILE_PART } from '../../../../contract/grammar/endpoint.ts'
import { isRefusal } from '../../../../contract/grammar/refusal.ts'
import { callOverHttp, sentenceOf } from '../../../call.ts'
import { Field, fieldId } from '../../../forms/field.tsx'
import type { FormAnswer } from '../../../forms/form-action.ts'
import { ErrorSummary, SuccessNotice } from '../../../forms/form-answer.tsx'
import { Button } from '../../shell/button.tsx'
import { adminPaths } from '../../site-map.ts'

export const IMPORT = 'import'

type Imported = { isDone: boolean; summary: ImportSummary; plan: string }
type Answer = Partial<Pick<FormAnswer, 'notice' | 'error' | 'fields'>> & { imported?: Imported }

const RESULT = 'import-result'
const HELP = 'A file that was downloaded here, or from another site like this one. It may have 256 MB.'

/** A file is checked first, which changes nothing; it is imported once somebody has seen what becomes of the site. */
export function ImportPanel() {
  const posted = useActionData<Answer>()
  const [answered, setAnswered] = useState<Answer>()
  const [checkedFile, setCheckedFile] = useState<File>()
  const [isBusy, setIsBusy] = useState(false)
  const answer = answered ?? posted
  const waiting = answer?.imported?.isDone === false ? answer.imported : undefined

  // The button that was pressed gives way to another: what came of it is where to go on.
  useEffect(() => {
    if (answered?.imported) document.getElementById(RESULT)?.focus()
  }, [answered])

  async function send(file: File, plan?: string) {
    setIsBusy(true)
    setAnswered({})
    const body = plan === undefined ? { check: true } : { check: false, plan }
    try {
      const { message: notice, ...imported } = await callOverHttp(importContent, { body, file })
      setCheckedFile(imported.isDone ? undefined : file)
      setAnswered({ notice, imported })
    } catch (error) {
      setCheckedFile(undefined)
      setAnswered({ error: sentenceOf(error), fields: (isRefusal(error) && error.fields) || {} })
    } finally {
      setIsBusy(false)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget).get(FILE_PART)
    const file = chosen instanceof File && chosen.size > 0 ? chosen : checkedFile
    if (isBusy) return
    if (!file) setAnswered({ error: NO_FILE, fields: { [FILE_PART]: NO_FILE } })
    else void send(file, waiting?.plan)
  }

  return (
    <section aria-labelledby="import-title" className="sheet">
      <header>
        <h2 id="import-title">Import</h2>
      </header>
      <div className="grid grid-cols-1 gap-4 border-t-[1.5px] border-ink p-4 *:max-w-200 md:px-5">
        <p>
          An import makes the content of this site what the file says. What the file does not have is removed: it lies in the
          trash of its list for 30 days. Each record that becomes another keeps its earlier versions. Pictures of the library are
          added, and none is taken away.
        </p>
        {answer?.error !== undefined && (
          <ErrorSummary answer={{ form: IMPORT, error: answer.error, fields: answer.fields ?? {} }} names={[FILE_PART]} />
        )}
        <SuccessNotice notice={answer?.notice} />
        {answer?.imported && <Summary {...answer.imported} />}
        <form method="post" encType="multipart/form-data" noValidate onSubmit={submit} className="form-in-panel grid gap-4">
          {waiting && <input type="hidden" name="plan" value={waiting.plan} />}
          {!checkedFile && (
            <Field
              id={fieldId(IMPORT, FILE_PART)}
              label={waiting ? 'The same file once more' : 'File'}
              help={HELP}
              error={answer?.fields?.[FILE_PART]}
            >
              {(control) => <input {...control} type="file" name={FILE_PART} accept=".tar" className="chosen-file" />}
            </Field>
          )}
          <p role="status" className={isBusy ? 'font-semibold' : 'sr-only'}>
            {isBusy && 'The file is on its way, and looked through…'}
          </p>
          <div className="flex flex-wrap gap-3">
            {waiting ? (
              <>
                <Button type="submit" aria-disabled={isBusy}>
                  Import it
                </Button>
                <a href={adminPaths.transfer} className="inline-block py-2.5 underline">
                  Leave the site as it is
                </a>
              </>
            ) : (
              <Button type="submit" name="check" value="1" aria-disabled={isBusy}>
                Check the file
              </Button>
            )}
          </div>
        </form>
      </div>
    </section>
  )
}

const NO_FILE = 'Please choose a file.'

/** What becomes of the site, or became of it, kind by kind. */
function Summary({ isDone, summary: { kinds, pictures } }: Imported) {
  return (
    <div id={RESULT} tabIndex={-1} className="grid gap-3">
      {kinds.length > 0 && (
        <table className="w-full text-left">
          <caption className="pb-2 text-left font-semibold">{isDone ? 'What was changed' : 'What will be changed'}</caption>
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
                  {isMoved && <span className="text-muted"> (another order)</span>}
                </th>
                {[added, changed, removed].map((count, nth) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns are always the same
                  <td key={nth} className="px-2 py-1.5 text-right tabular-nums">
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
          Pictures: {pictures.added} new in the library, {pictures.changed} described otherwise.
        </p>
      )}
    </div>
  )
}
