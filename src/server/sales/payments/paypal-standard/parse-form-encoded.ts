/** PayPal's charset for a notice that names none. */
const DEFAULT_CHARSET = 'windows-1252'

const ASCII_SAMPLE = 'txn_id'

export type FormEncodedFields = ReadonlyMap<string, string>

/**
 * Parses a form-encoded body in the charset of its `charset` field. Returns undefined if a field has two different
 * values.
 */
export function parseFormEncoded(bytes: Buffer): FormEncodedFields | undefined {
  const pairs = bytes
    .toString('latin1')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=')
      return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
    })
  const charset = pairs.find(([name]) => name === 'charset')?.[1]
  const decoder = findDecoder(charset)
  const decode = (text = '') => decoder.decode(decodePercent(text))
  const fields = new Map<string, string>()
  for (const [name, value] of pairs) {
    const [key, text] = [decode(name), decode(value)]
    if ((fields.get(key) ?? text) !== text) return undefined
    fields.set(key, text)
  }
  return fields
}

/** Decodes percent-encoded bytes in any charset. `URLSearchParams` supports only UTF-8. */
function decodePercent(text: string): Buffer {
  const plain = text
    .replaceAll('+', ' ')
    .replace(/%([\da-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
  return Buffer.from(plain, 'latin1')
}

/**
 * Returns the default decoder for a charset that is unknown or doesn't extend ASCII, such as UTF-16. Every field that
 * decides about money is in ASCII, so no charset may drop a payment.
 */
function findDecoder(charset = DEFAULT_CHARSET) {
  try {
    const decoder = new TextDecoder(charset)
    if (decoder.decode(Buffer.from(ASCII_SAMPLE)) === ASCII_SAMPLE) return decoder
  } catch {}
  return new TextDecoder(DEFAULT_CHARSET)
}
