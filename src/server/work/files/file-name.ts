import { orderFileExtensions } from '#contract/work/order-files.ts'

/** In bytes of UTF-8. A file system takes 255, with the extension. */
const MAX_STEM_BYTES = 200
/** How many characters an extension has, with its dot. */
const MAX_ENDING = 12
/** LibreOffice saves a workbook without macros as `.xlsm` as it does as `.xlsx`. */
const OTHER_OFFICE_EXTENSION = /^(doc|dot|xls|xlt|ppt|pps|pot)[a-z]?$/

/**
 * Makes a sender's file name safe to show and to store: one line without folders and without marks that are invisible or change
 * the reading direction.
 */
export function cleanFileName(name: string): string {
  // Browsers encode these three characters and no others (HTML standard, multipart/form-data encoding algorithm).
  const decoded = name.replace(/%22/g, '"').replace(/%0[ad]/gi, ' ')
  const visible = decoded
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\ufffd]/gu, ' ')
  const flat = visible.replace(/[/\\:*?<>|]/g, '-').replace(/\s+/g, ' ')
  // Windows drops dots and spaces at the end, so that `a.bat.` would be a program.
  const trimmed = trimDotsAndSpaces(flat)
  const dot = trimmed.lastIndexOf('.')
  const ending = dot > 0 && trimmed.length - dot <= MAX_ENDING ? trimmed.slice(dot) : ''
  return shorten(trimmed.slice(0, trimmed.length - ending.length)) + ending || 'file'
}

/** Returns the extension in lower case, or an empty text. A number or words after a dot are none. */
export function getFileExtension(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1)
  return name.includes('.') && /\p{L}/u.test(extension) && !extension.includes(' ') ? extension.toLowerCase() : ''
}

/**
 * Makes sure that the extension fits the content, so that no computer opens a file with the wrong program. Replaces an extension
 * of another type. Any other stays, and the first of these follows it.
 */
export function fitFileExtension(name: string, extensions: readonly string[]): string {
  const extension = getFileExtension(name)
  if (extensions.includes(extension)) return name
  const stem =
    orderFileExtensions.includes(extension) || OTHER_OFFICE_EXTENSION.test(extension)
      ? name.slice(0, name.lastIndexOf('.'))
      : name
  return `${stem}.${extensions[0]}`
}

/** Cuts a text between two characters. */
function shorten(text: string): string {
  let [short, bytes] = ['', 0]
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > MAX_STEM_BYTES) break
    short += character
  }
  return trimDotsAndSpaces(short)
}

function trimDotsAndSpaces(text: string): string {
  return text.replace(/^[. ]+/, '').replace(/(?<![. ])[. ]+$/, '')
}
