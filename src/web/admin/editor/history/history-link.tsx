import { History } from 'lucide-react'
import { Link } from 'react-router'
import { historyPath } from '../../navigation.ts'

type Props = { kind: string; id: string /** What the record is called, where several stand on the page. */; recordName?: string }

/** The way to a record's earlier versions. */
export function HistoryLink({ kind, id, recordName }: Props) {
  return (
    <Link to={historyPath(kind, id)} className="inline-flex min-h-11 items-center gap-2 font-semibold text-ink underline">
      <History className="size-5" strokeWidth={1.75} aria-hidden />
      History{recordName && <span className="sr-only"> of {recordName}</span>}
    </Link>
  )
}
