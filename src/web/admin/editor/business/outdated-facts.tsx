import { type Ref, useEffect, useRef } from 'react'
import { listOutdatedFacts, type OutdatedRecord, updateOutdatedFacts } from '../../../../contract/content/outdated-facts.ts'
import { contentKinds } from '../../../../contract/content-kinds.ts'
import type { ContentKind } from '../../../../contract/grammar/content-kind.ts'
import type { Call } from '../../../../contract/grammar/endpoint.ts'
import { hiddenField } from '../../../forms/field.tsx'
import { pageForm } from '../../../forms/form-action.ts'
import { type Saving, SavingAnswer, SavingForm, useKeptFocus, useSaving } from '../../forms/saving.tsx'
import { Button } from '../../shell/button.tsx'

/** Which of the page's forms it is, and the field of it that says which records are meant. */
export const OUTDATED = 'outdated-facts'
const RECORDS = 'records'

/** None but of the record that says who the business is. */
export async function readOutdated(call: Call, { facts }: ContentKind): Promise<OutdatedRecord[]> {
  return facts ? call(listOutdatedFacts, {}) : []
}

export const outdatedForm = pageForm({ [RECORDS]: hiddenField }, async ({ call, values }) => ({
  notice: (await call(updateOutdatedFacts, { body: { records: values[RECORDS].split(' ') } })).message,
}))

/** After a change: the records that still say what the business was, and a button for each of them. */
export function OutdatedFacts({ records }: { records: readonly OutdatedRecord[] }) {
  const saving = useSaving(OUTDATED)
  const heading = useFocusOnNews(records)
  useKeptFocus(saving, records)
  return (
    <div className="max-w-160 px-(--edge) *:mt-6">
      <SavingAnswer saving={saving} />
      {records.length > 0 && <OutdatedList records={records} saving={saving} heading={heading} />}
    </div>
  )
}

type ListProps = { records: readonly OutdatedRecord[]; saving: Saving; heading: Ref<HTMLHeadingElement> }

function OutdatedList({ records, saving, heading }: ListProps) {
  return (
    <section aria-labelledby={OUTDATED} className="rounded-card border border-rule bg-paper p-4 sm:p-5">
      <h2 id={OUTDATED} ref={heading} tabIndex={-1} className="font-semibold">
        {records.length === 1
          ? '1 other record still holds old details'
          : `${records.length} other records still hold old details`}
      </h2>
      <p className="mt-1 text-muted">What you changed here stands there too. Look at each, or change all of them.</p>
      <ul className="mt-3 border-t border-rule">
        {records.map((record) => (
          <OutdatedRow key={record._id} record={record} saving={saving} />
        ))}
      </ul>
      {records.length > 1 && (
        <SavingForm saving={saving} className="mt-4">
          <input type="hidden" name={RECORDS} value={records.map(({ _id }) => _id).join(' ')} />
          <Button type="submit" aria-disabled={saving.isBusy}>
            Change all {records.length}
          </Button>
        </SavingForm>
      )}
    </section>
  )
}

function OutdatedRow({ record: { _id, kind, fields }, saving }: { record: OutdatedRecord; saving: Saving }) {
  const title = contentKinds.find((contentKind) => contentKind.kind === kind)?.title ?? kind
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-rule py-3">
      <div className="min-w-0 grow basis-60">
        <h3 className="font-semibold">{title}</h3>
        {fields.map(({ label, before, after }) => (
          <p key={label} className="mt-1 wrap-anywhere">
            <span className="text-help text-muted">{label}</span>
            <del className="block text-muted">{around(before, after)}</del>
            <ins className="block no-underline">{around(after, before)}</ins>
          </p>
        ))}
      </div>
      <SavingForm saving={saving}>
        <input type="hidden" name={RECORDS} value={_id} />
        <Button type="submit" look="outline" aria-disabled={saving.isBusy}>
          Change it<span className="sr-only"> in {title}</span>
        </Button>
      </SavingForm>
    </li>
  )
}

/** How much of a long text is shown around what differs, in characters. */
const AROUND = 40

/** The part of a text that is not the same in another. */
function around(text: string, other: string): string {
  let start = 0
  while (start < text.length && text[start] === other[start]) start += 1
  let same = 0
  while (same < text.length - start && text.at(-1 - same) === other.at(-1 - same)) same += 1
  const [from, to] = [Math.max(0, start - AROUND), Math.min(text.length, text.length - same + AROUND)]
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}

/** A save after which something more is old leads the reader to the list above the form. */
function useFocusOnNews(records: readonly OutdatedRecord[]) {
  const heading = useRef<HTMLHeadingElement>(null)
  const known = useRef(textsOf(records))
  useEffect(() => {
    const texts = textsOf(records)
    if (texts.some((text) => !known.current.includes(text))) heading.current?.focus()
    known.current = texts
  }, [records])
  return heading
}

function textsOf(records: readonly OutdatedRecord[]): string[] {
  return records.flatMap(({ _id, fields }) => fields.map(({ label, after }) => `${_id} ${label} ${after}`))
}
