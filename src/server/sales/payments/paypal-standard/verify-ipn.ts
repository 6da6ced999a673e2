import type { NoticeVerdict, RawPaymentNotice } from '../payment-gateway.ts'

/** How much of a reply to read. PayPal answers with one word; anything longer is an error page. */
const MAX_RESPONSE_BYTES = 1024

/**
 * Verifies a notice by sending its untouched bytes back to PayPal (IPN protocol, step 2). Only a reply of the exact word
 * counts. Any other reply means `retry`.
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
