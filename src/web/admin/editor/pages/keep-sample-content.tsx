import { keepSampleContentEndpoint } from '#contract/content/content-record-endpoints.ts'
import { restoreRecordVersionEndpoint } from '#contract/content/record-history.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { hiddenFieldSpec } from '#web/forms/form-field.tsx'
import { type FormSubmission, PostButton, SubmissionError, useFormSubmission } from '../../forms/form-submission.tsx'
import { defineUndoableForm } from '../../forms/undoable-form.ts'
import type { EditorRecord } from '../records/load-editor-records.ts'

/** Names the form within its page. */
export const KEEP_SAMPLES_FORM = 'keep-samples'
/** The kinds and ids of the records, such as `faq-item 1,faq-item 2`. */
const RECORDS_FIELD = 'records'

const keepSampleContentForm = defineUndoableForm({ [RECORDS_FIELD]: hiddenFieldSpec }, async ({ call, values }) => {
  const targets = values[RECORDS_FIELD].split(',').map((target) => target.split(' '))
  const records = targets.map(([kind = '', id = '']) => ({ kind, id }))
  const { message, kept } = await call(keepSampleContentEndpoint, { body: { records } })
  async function undo() {
    for (const { version, ...params } of kept)
      await call(restoreRecordVersionEndpoint, { params, body: { version: version - 1 } })
    return { notice: 'Marked as samples again.' }
  }
  return { notice: message, ...(kept.length > 0 && { undo }) }
})

export const keepSampleContentForms = { [KEEP_SAMPLES_FORM]: keepSampleContentForm }

export type RecordWithKind = { contentKind: ContentKind; record: EditorRecord }

/** Returns the samples that the owner may keep. A sample quote, legal text or payment account must be replaced. */
export function listKeepableSampleContent(records: readonly RecordWithKind[]): RecordWithKind[] {
  return records.filter(({ contentKind, record }) => record.isSample && !contentKind.ownerOnlyFields)
}

type NoticeProps = {
  records: readonly RecordWithKind[]
  /** Say how many records are samples that may stay, and how many must go. */
  describeKeepable: (count: number) => string
  describeOthers: (count: number) => string
  label: string
}

/** Says what is still sample content, beside a button that keeps all that may stay. */
export function KeepSamplesNotice({ records, describeKeepable, describeOthers, label }: NoticeProps) {
  const submission = useFormSubmission(KEEP_SAMPLES_FORM, records)
  const keepable = listKeepableSampleContent(records)
  // Payment accounts can't be hidden, and the going-live list names them.
  const mustGo = records.filter(
    ({ contentKind: { ownerOnlyFields, notifyOnChange }, record }) =>
      record.isSample && !record.isHidden && ownerOnlyFields && !notifyOnChange,
  )
  const sentences = [keepable.length > 0 && describeKeepable(keepable.length), mustGo.length > 0 && describeOthers(mustGo.length)]
  const says = sentences.filter(Boolean).join(' ')
  return (
    <>
      <SubmissionError submission={submission} />
      {says && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-rule bg-warning-tint px-4 py-3">
          <p className="min-w-0 grow basis-60 text-warning">{says}</p>
          <KeepSampleContentButton submission={submission} samples={keepable} label={label} />
        </div>
      )}
    </>
  )
}

type Props = { submission: FormSubmission; samples: readonly RecordWithKind[]; label: string; about?: string }

/** A button that removes the sample marks of these records. */
export function KeepSampleContentButton({ submission, samples, label, about }: Props) {
  if (samples.length === 0) return null
  return (
    <PostButton
      submission={submission}
      values={{ [RECORDS_FIELD]: samples.map(({ contentKind, record }) => `${contentKind.kind} ${record.id}`).join(',') }}
      formClassName="flex-none"
    >
      {label}
      {about && <span className="sr-only"> {about}</span>}
    </PostButton>
  )
}
