/**
 * Decodes text of unknown encoding as spreadsheets write it: UTF-8, UTF-16 with or without a byte order mark, otherwise
 * Windows-1252. Drops the mark.
 */
export function decodeText(bytes: Uint8Array): string {
  const encoding = findEncoding(bytes)
  return new TextDecoder(encoding).decode(bytes)
}

function findEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Text in UTF-16 has a zero byte beside each ASCII letter.
  if (first !== 0 && second === 0) return 'utf-16le'
  if (first === 0 && second !== 0) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
