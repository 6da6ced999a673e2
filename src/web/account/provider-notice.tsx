import { useSearchParams } from 'react-router'
import { sentenceOf } from './provider-failures.ts'

/** At the top of /login: why "Join With Google" did not work (design decision 13). */
export function ProviderNotice() {
  const code = useSearchParams()[0].get('error')
  if (code === null) return null
  return (
    // biome-ignore lint/a11y/noAutofocus: whoever comes back from another site has to hear first what happened
    <div className="problem-summary" role="alert" tabIndex={-1} autoFocus aria-labelledby="provider-problem">
      <h2 id="provider-problem">There is a problem</h2>
      <p>{sentenceOf(code)}</p>
    </div>
  )
}
