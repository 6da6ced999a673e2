import { CircleCheck } from 'lucide-react'
import { isFailed, type Outcome } from './outcome.ts'

/** The alert's text where the form was posted without script: there the page itself is the answer. */
export function PostedNote({ posted }: { posted?: Outcome }) {
  if (!posted || isFailed(posted)) return null
  return (
    <p
      role="status"
      className="flex items-center gap-3 rounded-card bg-success-tint p-4 font-semibold whitespace-pre-wrap text-pine-deep"
    >
      <CircleCheck className="size-5 flex-none" aria-hidden />
      {posted.message}
    </p>
  )
}
