import { parse } from 'csv-parse/sync'

/** Parses CSV by RFC 4180, with or without a byte order mark. Throws if the text is malformed. */
export function parseCsv(text: string): string[][] {
  return parse(text, { bom: true, record_delimiter: '\r\n' })
}
