import { UnreadableNoticeError } from '../payment-gateway.ts'

/** What a notice is written in where it does not say: PayPal's default. */
const DEFAULT_CHARSET = 'windows-1252'

/** The longest charset that a reason repeats, in characters. */
const MAX_CHARSET = 40

export type FormFields = ReadonlyMap<string, string>

/**
 * The fields of a form-encoded body in the character set that it names itself (`charset`); undefined where a
 * field is told twice and not alike. Only for reading: what is sent back to be verified is the bytes as they came. Throws
 * an `UnreadableNotice` if it names an unknown character set.
 */
export function parseFormEncoded(bytes: Buffer): FormFields | undefined {
  const pairs = bytes
    .toString('latin1')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=')
      return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
    })
  const charset = pairs.find(([name]) => name === 'charset')?.[1]
  const decoder = createDecoder(charset)
  const decode = (text = '') => decoder.decode(decodePercent(text))
  const fields = new Map<string, string>()
  for (const [name, value] of pairs) {
    const [key, text] = [decode(name), decode(value)]
    if ((fields.get(key) ?? text) !== text) return undefined
    fields.set(key, text)
  }
  return fields
}

/** The bytes that `%` and two digits stand for; the library's own reading takes them for UTF-8. */
function decodePercent(text: string): Buffer {
  const plain = text
    .replaceAll('+', ' ')
    .replace(/%([\da-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
  return Buffer.from(plain, 'latin1')
}

function createDecoder(charset = DEFAULT_CHARSET) {
  try {
    return new TextDecoder(charset)
  } catch {
    throw new UnreadableNoticeError(`Its charset is "${charset.slice(0, MAX_CHARSET)}", which we can’t read.`)
  }
}
