/** The hidden field by which a form says which showing of it this is. */
export const FORM_ID_FIELD = '_once'

/** In characters. */
const MAX_FORM_ID_LENGTH = 128

/** A new one for each showing. Not `crypto.randomUUID`, which browsers have at https addresses alone. */
export function createFormId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The Idempotency-Key of what one showing of a form sends: the same words again are the same submission, other words are
 * another. Undefined for a form without an id, which could not be told from others.
 */
export function createIdempotencyKey(formId: unknown, values: object): string | undefined {
  const id = typeof formId === 'string' ? formId.replace(/[^\w.-]/g, '').slice(0, MAX_FORM_ID_LENGTH) : ''
  return id === '' ? undefined : `${id}.${checksum(JSON.stringify(values))}`
}

/** FNV-1a of 32 bits, twice from different beginnings. It proves nothing: the server compares the words themselves. */
function checksum(text: string): string {
  return [0x811c9dc5, 0x01000193]
    .map((start) => {
      let sum = start
      for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
      return (sum >>> 0).toString(36)
    })
    .join('')
}
