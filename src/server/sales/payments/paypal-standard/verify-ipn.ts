import type { NoticeVerdict, RawPaymentNotice } from '../payment-gateway.ts'

/** PayPal's own answers are one word. Longer is somebody's error page. In bytes. */
const MAX_RESPONSE_BYTES = 1024

/**
 * Asks PayPal whether a notice is its own, by sending the untouched bytes back (IPN protocol, step 2). Only the word
 * itself counts: a page that happens to hold it, a redirect or a fault say nothing, and are asked again later.
 */
export async function verifyIpn(verifyUrl: string, { bytes }: RawPaymentNotice, signal: AbortSignal): Promise<NoticeVerdict> {
  const response = await fetch(verifyUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Rankstead-IPN-Verification' },
    body: Buffer.concat([Buffer.from('cmd=_notify-validate&'), bytes]),
    redirect: 'manual',
    signal,
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    return 'retry'
  }
  const answer = (await readStart(response)).trim()
  if (answer === 'VERIFIED') return 'authentic'
  return answer === 'INVALID' ? 'forged' : 'retry'
}

async function readStart({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  while (reader && length <= MAX_RESPONSE_BYTES) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    length += value.length
  }
  await reader?.cancel()
  return Buffer.concat(chunks).toString()
}
