/** Parses CSV by RFC 4180. Throws if the text is malformed. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  while (cell.lastIndex < text.length) {
    const start = cell.lastIndex
    const [, quoted, plain = '', end] = cell.exec(text) ?? []
    if (end === undefined) throw new Error(`No cell at ${start}: ${text.slice(start, start + 40)}`)
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
