import { isFailed } from '../forms/outcome.ts'
import type { Saving } from '../forms/use-saving.ts'

/** Why something could not be done, for as long as that is so. */
export function ActProblem({ saving: { outcome, posted, isBusy } }: { saving: Saving }) {
  const last = outcome ?? posted
  if (!isFailed(last) || isBusy) return null
  return (
    <p role="alert" className="rounded-card bg-error-tint p-4 font-semibold text-error-deep">
      {last.error}
    </p>
  )
}
