/** The fields of a notice (IPN), in the order PayPal sends them. */
export type IpnFields = Record<string, string | undefined>

/** Encodes a form as PayPal does. A field names the character set; characters outside it become question marks. */
export function encodeIpn(fields: IpnFields): Buffer {
  const encode = createEncoder(fields.charset ?? 'windows-1252')
  const pairs = Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return Buffer.from(pairs.map(([name, value]) => `${percentEncode(encode(name))}=${percentEncode(encode(value))}`).join('&'))
}

/** Formats a time in epoch ms like `20:12:59 Jan 13, 2026 PST`. */
export function formatPayPalDate(at: number): string {
  const [, day, month, year, time] = new Date(at - 8 * 3_600_000).toUTCString().split(' ')
  return `${time} ${month} ${day}, ${year} PST`
}

/** Supports UTF-8 and every single-byte character set. */
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
