import { Link } from 'react-router'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { isCopyKind } from '#contract/core/define-page-copy-kind.ts'
import { addDraftParam } from '../../admin-paths.ts'
import { getButtonClass } from '../../shell/button.tsx'
import { Chip } from '../../shell/chip.tsx'
import type { EditorRecord } from '../records/load-editor-records.ts'
import { getFieldTextForList, getRecordEditorPath, getRecordTitle } from '../records/record-titles.ts'
import { useHasStagedChange } from '../release/draft-controls.tsx'

/** Links to the record of a single kind. Imported data may hold several records, and the first one is live (P-19). */
export function SingleRecordEditLinks({ contentKind, records }: { contentKind: ContentKind; records: readonly EditorRecord[] }) {
  const hasStagedChange = useHasStagedChange(contentKind.kind)
  const linkText = contentKind.editor.labels?.edit ?? 'Update Now'
  return (
    <ul className="grid max-w-160 gap-3">
      {records.map((record, index) => {
        const path = getRecordEditorPath(contentKind, record)
        return (
          <li
            key={record.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-rule bg-white p-4"
          >
            <span className="min-w-0 grow basis-48">
              <span className="line-clamp-2">{getRecordExcerpt(contentKind, record)}</span>
              <span className="mt-1 flex flex-wrap gap-2 empty:hidden">
                {contentKind.shape === 'single' && records.length > 1 && (
                  <Chip tone={index === 0 ? 'success' : 'neutral'}>{index === 0 ? 'Live now' : 'Older, not shown'}</Chip>
                )}
                {record.isSample && <Chip tone="warning">Sample</Chip>}
              </span>
            </span>
            {path && (
              <Link
                to={hasStagedChange(record.id) ? addDraftParam(path) : path}
                className={getButtonClass(index === 0 ? 'filled' : 'outline')}
              >
                {linkText}
                {records.length > 1 && <span className="sr-only">{index + 1}</span>}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Returns the texts that identify the record. In a copy kind, no single field does, so all texts count. */
function getRecordExcerpt(contentKind: ContentKind, record: EditorRecord): string {
  const names = isCopyKind(contentKind)
    ? Object.keys(record.values)
    : (contentKind.editor.shows ?? Object.keys(contentKind.fields).slice(0, 1))
  const shownTexts = names.map((name) => getFieldTextForList(contentKind, record, name)).filter(Boolean)
  return shownTexts.join(' · ') || getRecordTitle(contentKind, record)
}
