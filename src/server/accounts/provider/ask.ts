/** How long the provider may take to answer one request, in ms. */
const TIME_OUT = 5_000

/**
 * One request to the provider. Throws an Error whose sentence may be logged: it names the address and
 * what went wrong, and nothing that was sent or received.
 */
export async function ask(address: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIME_OUT) }).catch((error) => {
    throw new Error(`${address} cannot be reached (${reasonOf(error)})`)
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new Error(`${address} answered ${[response.status, errorCodeOf(body)].filter(Boolean).join(' ')}`)
  return body
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given'
  if (error.name === 'TimeoutError') return `no answer within ${TIME_OUT / 1000} s`
  const { code } = (error.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : error.message
}

/** The code of RFC 6749 section 5.2, such as `invalid_client`; any other text of the provider stays out of our logs. */
function errorCodeOf(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { error?: unknown }
  return typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : undefined
}
