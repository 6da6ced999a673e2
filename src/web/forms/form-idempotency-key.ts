/** The hidden field that holds the form id. */
export const FORM_RENDERING_ID_FIELD = '_once'

/** Limit in characters. */
const MAX_FORM_ID_LENGTH = 128

/** Creates a random id for one rendering of a form. `crypto.randomUUID` needs https in browsers, so this doesn't use it. */
export function createFormRenderingId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Creates the Idempotency-Key of a submission from the form id and the values. Sending equal values again repeats
 * the key; other values make another key. Returns undefined without a form id.
 */
export function computeIdempotencyKey(formId: unknown, values: object): string | undefined {
  const id = typeof formId === 'string' ? formId.replace(/[^\w.-]/g, '').slice(0, MAX_FORM_ID_LENGTH) : ''
  return id === '' ? undefined : `${id}.${checksum(JSON.stringify(values))}`
}

/** Returns two 32-bit FNV-1a hashes with different seeds. Collisions are harmless: the server compares the values. */
function checksum(text: string): string {
  return [0x811c9dc5, 0x01000193]
    .map((start) => {
      let sum = start
      for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
      return (sum >>> 0).toString(36)
    })
    .join('')
}
