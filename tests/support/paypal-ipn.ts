/** The fields of a notice (IPN) by their names, in the order in which they are written. */
export type IpnFields = Record<string, string | undefined>

/** Form-encoded as PayPal does it: in a character set that one of the fields names, letters of others as question marks. */
export function encodeIpn(fields: IpnFields): Buffer {
  const encode = createEncoder(fields.charset ?? 'windows-1252')
  const pairs = Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return Buffer.from(pairs.map(([name, value]) => `${percentEncode(encode(name))}=${percentEncode(encode(value))}`).join('&'))
}

/** Such as `20:12:59 Jan 13, 2026 PST`; `at` in epoch ms. */
export function formatPayPalDate(at: number): string {
  const [, day, month, year, time] = new Date(at - 8 * 3_600_000).toUTCString().split(' ')
  return `${time} ${month} ${day}, ${year} PST`
}

/** UTF-8, or any set of one byte a letter. */
function createEncoder(charset: string): (text: string) => Buffer {
  if (/^utf-?8$/i.test(charset)) return (text) => Buffer.from(text)
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  const decoder = new TextDecoder(charset)
  const byteOf = new Map(bytes.map((byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return (text) => Buffer.from([...text].map((letter) => byteOf.get(letter) ?? 0x3f))
}

function percentEncode(bytes: Buffer): string {
  return [...bytes]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      if (/[A-Za-z0-9_.-]/.test(character)) return character
      return character === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}
