import { useState } from 'react'
import type { Values } from './outcome.ts'
import { useIsLive } from './use-is-live.ts'

/**
 * What somebody typed into the server's HTML before the page came alive (or the browser put back after a
 * reload). Read while the HTML is taken over, before the form library writes its own values into it.
 */
export function useTypedEarly(formId: string): Values {
  const isTakingOver = !useIsLive() && typeof document !== 'undefined'
  const [typed] = useState(() => (isTakingOver ? readForm(formId) : {}))
  return typed
}

function readForm(formId: string): Values {
  const form = document.getElementById(formId)
  if (!(form instanceof HTMLFormElement)) return {}
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(entries)
}
