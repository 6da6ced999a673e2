import type { ReactNode } from 'react'
import type { FieldType } from '#contract/core/field.ts'
import { fieldTypeComponents } from '../form/field-type-components.tsx'
import { type DiffSegment, diffWords } from './word-diff.ts'

type Props = {
  field: { label: string; before: string; after: string; live?: string }
  /** The headings of both sides. A side without a heading is hidden. */
  titles: { before?: string; after?: string }
  input: FieldType
}

/** Shows a field before and after a change and marks the changed words, or shows only one side. */
export function ChangedField({ field: { label, before, after, live }, titles, input }: Props) {
  const wordDiff = diffWords(before, after)
  const hasBothSides = titles.before !== undefined && titles.after !== undefined
  return (
    <div className="grid gap-x-6 gap-y-1 border-t border-rule-light pt-3 md:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="font-semibold">{label}</dt>
      <dd className={`grid gap-x-6 gap-y-3 ${hasBothSides ? 'lg:grid-cols-2' : ''}`}>
        {titles.before && (
          <Value title={titles.before} value={before} input={input}>
            {hasBothSides ? <HighlightedText segments={wordDiff.before} as="del" /> : before}
          </Value>
        )}
        {titles.after && (
          <Value title={titles.after} value={after} input={input}>
            {hasBothSides ? <HighlightedText segments={wordDiff.after} as="ins" /> : after}
          </Value>
        )}
        {live !== undefined && (
          <Value title="On the live site now" value={live} input={input}>
            {live}
          </Value>
        )}
      </dd>
    </div>
  )
}

type ValueProps = { title: string; value: string; input: FieldType; children: ReactNode }

function Value({ title, value, input, children }: ValueProps) {
  const { isImage, RowValue } = fieldTypeComponents[input]
  return (
    <div className="grid min-w-0 content-start gap-1">
      <p className="text-help text-muted">{title}</p>
      {value === '' ? (
        <p className="text-muted">Empty</p>
      ) : (
        <>
          {isImage && <RowValue value={value} />}
          <p className="whitespace-pre-line wrap-anywhere">{children}</p>
        </>
      )}
    </div>
  )
}

function HighlightedText({ segments, as: Tag }: { segments: readonly DiffSegment[]; as: 'del' | 'ins' }) {
  const highlightClass = Tag === 'del' ? 'bg-error-tint text-error-deep' : 'bg-success-tint text-pine-deep'
  return segments.map(({ text, isChanged }, index) =>
    isChanged ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a segment has no id but its index
      <Tag key={index} className={highlightClass}>
        {text}
      </Tag>
    ) : (
      text
    ),
  )
}
