import { type Ref, useEffect, useRef } from 'react'
import {
  listOutdatedBusinessFactsEndpoint,
  type OutdatedRecord,
  updateOutdatedBusinessFactsEndpoint,
} from '#contract/content/outdated-business-facts.ts'
import { findContentKind } from '#contract/content-kinds.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { defineForm } from '#web/forms/form-action.ts'
import { hiddenFieldSpec } from '#web/forms/form-field.tsx'
import { type FormSubmission, PostButton, SubmissionError, useFormSubmission } from '../../forms/form-submission.tsx'

const OUTDATED_FACTS_FORM = 'outdated-facts'
const RECORD_IDS_FIELD = 'records'

/** Returns the records that still hold old business facts. */
export function loadOutdatedFacts(call: ApiCallFunction): Promise<OutdatedRecord[]> {
  return call(listOutdatedBusinessFactsEndpoint, {})
}

export const outdatedFactsForms = {
  [OUTDATED_FACTS_FORM]: defineForm({ [RECORD_IDS_FIELD]: hiddenFieldSpec }, async ({ call, values }) => ({
    notice: (await call(updateOutdatedBusinessFactsEndpoint, { body: { records: values[RECORD_IDS_FIELD].split(' ') } })).message,
  })),
}

/** Lists records that still hold old business facts, with buttons that update them. */
export function OutdatedFactsPanel({ records }: { records: readonly OutdatedRecord[] }) {
  const heading = useFocusOnNewFacts(records)
  const submission = useFormSubmission(OUTDATED_FACTS_FORM, records)
  return (
    <div className="max-w-160 px-(--edge) *:mt-6">
      <SubmissionError submission={submission} />
      {records.length > 0 && <OutdatedRecordList records={records} submission={submission} heading={heading} />}
    </div>
  )
}

type ListProps = { records: readonly OutdatedRecord[]; submission: FormSubmission; heading: Ref<HTMLHeadingElement> }

function OutdatedRecordList({ records, submission, heading }: ListProps) {
  return (
    <section aria-labelledby={OUTDATED_FACTS_FORM} className="rounded-card border border-rule bg-paper p-4 sm:p-5">
      <h2 id={OUTDATED_FACTS_FORM} ref={heading} tabIndex={-1} className="font-semibold">
        {records.length === 1
          ? '1 other place still has your old details'
          : `${records.length} other places still have your old details`}
      </h2>
      {records.length > 1 && <p className="mt-1 text-muted">Change them one by one or all at once.</p>}
      <ul className="mt-3 border-t border-rule">
        {records.map((record) => (
          <OutdatedRecordRow key={record._id} record={record} submission={submission} />
        ))}
      </ul>
      {records.length > 1 && (
        <PostButton
          submission={submission}
          values={{ [RECORD_IDS_FIELD]: records.map(({ _id }) => _id).join(' ') }}
          formClassName="mt-4"
          look="filled"
        >
          Change all {records.length}
        </PostButton>
      )}
    </section>
  )
}

function OutdatedRecordRow({
  record: { _id, kind, fields },
  submission,
}: {
  record: OutdatedRecord
  submission: FormSubmission
}) {
  const title = findContentKind(kind)?.title ?? kind
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-rule py-3">
      <div className="min-w-0 grow basis-60">
        <h3 className="font-semibold">{title}</h3>
        {fields.map(({ label, before, after }) => (
          <p key={label} className="mt-1 wrap-anywhere">
            <span className="text-help text-muted">{label}</span>
            <del className="block text-muted">{excerptDifference(before, after)}</del>
            <ins className="block no-underline">{excerptDifference(after, before)}</ins>
          </p>
        ))}
      </div>
      <PostButton submission={submission} values={{ [RECORD_IDS_FIELD]: _id }}>
        Change it<span className="sr-only"> in {title}</span>
      </PostButton>
    </li>
  )
}

/** How many characters an excerpt shows before and after a difference. */
const EXCERPT_MARGIN = 40

/** Returns the part of `text` that differs from `other`, with some text around it. */
function excerptDifference(text: string, other: string): string {
  let start = 0
  while (start < text.length && text[start] === other[start]) start += 1
  let same = 0
  while (same < text.length - start && text.at(-1 - same) === other.at(-1 - same)) same += 1
  const [from, to] = [Math.max(0, start - EXCERPT_MARGIN), Math.min(text.length, text.length - same + EXCERPT_MARGIN)]
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}

/** Moves the focus to the panel after a save that makes more facts outdated. */
function useFocusOnNewFacts(records: readonly OutdatedRecord[]) {
  const heading = useRef<HTMLHeadingElement>(null)
  const knownKeys = useRef(listFactKeys(records))
  useEffect(() => {
    const factKeys = listFactKeys(records)
    if (factKeys.some((text) => !knownKeys.current.includes(text))) heading.current?.focus()
    knownKeys.current = factKeys
  }, [records])
  return heading
}

function listFactKeys(records: readonly OutdatedRecord[]): string[] {
  return records.flatMap(({ _id, fields }) => fields.map(({ label, after }) => `${_id} ${label} ${after}`))
}
