import { History } from 'lucide-react'
import { Link } from 'react-router'
import { buildRecordHistoryPath } from '../../admin-paths.ts'

type Props = {
  kind: string
  id: string
  /** Tells the links of several records apart. */
  recordName?: string
}

export function HistoryLink({ kind, id, recordName }: Props) {
  return (
    <Link
      to={buildRecordHistoryPath(kind, id)}
      className="inline-flex min-h-11 items-center gap-2 font-semibold text-ink underline"
    >
      <History className="size-5" strokeWidth={1.75} aria-hidden />
      History{recordName && <span className="sr-only"> of {recordName}</span>}
    </Link>
  )
}
