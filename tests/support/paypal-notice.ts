/** The fields of a notice (IPN) by their names, in the order in which they are written. */
export type NoticeFields = Record<string, string | undefined>

/** Form-encoded as PayPal does it: in a character set that one of the fields names, letters of others as question marks. */
export function writeNotice(fields: NoticeFields): Buffer {
  const encode = encoderFor(fields.charset ?? 'windows-1252')
  const pairs = Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return Buffer.from(pairs.map(([name, value]) => `${escaped(encode(name))}=${escaped(encode(value))}`).join('&'))
}

/** Such as `20:12:59 Jan 13, 2026 PST`; `at` in epoch ms. */
export function payPalDate(at: number): string {
  const [, day, month, year, time] = new Date(at - 8 * 3_600_000).toUTCString().split(' ')
  return `${time} ${month} ${day}, ${year} PST`
}

/** UTF-8, or any set of one byte a letter. */
function encoderFor(charset: string): (text: string) => Buffer {
  if (/^utf-?8$/i.test(charset)) return (text) => Buffer.from(text)
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  const decoder = new TextDecoder(charset)
  const byteOf = new Map(bytes.map((byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return (text) => Buffer.from([...text].map((letter) => byteOf.get(letter) ?? 0x3f))
}

function escaped(bytes: Buffer): string {
  return [...bytes]
    .map((byte) => {
      const sign = String.fromCharCode(byte)
      if (/[A-Za-z0-9_.-]/.test(sign)) return sign
      return sign === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}
