/** In characters, with the extension. Every file system takes that many, also of four bytes each. */
const MAX_NAME = 60

/**
 * Makes a sender's file name safe to show and to store: one line without folders and without marks that are invisible or change
 * the reading direction. The extension always fits the content, so that no computer runs text as a program.
 */
export function cleanFileName(name: string, extensions: readonly string[]): string {
  // Browsers encode these three characters and no others (HTML standard, multipart/form-data encoding algorithm).
  const decoded = name.replace(/%22/g, '"').replace(/%0[ad]/gi, ' ')
  const visible = decoded
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\ufffd]/gu, ' ')
  const flat = visible
    .replace(/[/\\:*?<>|]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
  const dot = flat.lastIndexOf('.')
  const ending = flat.slice(dot + 1).toLowerCase()
  const hasExtension = dot > 0 && extensions.includes(ending)
  const extension = hasExtension ? ending : extensions[0]
  const stem = (hasExtension ? flat.slice(0, dot) : flat).replace(/^[. ]+/, '')
  const shortStem = [...stem]
    .slice(0, MAX_NAME - `.${extension}`.length)
    .join('')
    .trim()
  return `${shortStem || 'file'}.${extension}`
}
