import type { ParsedTable } from './parse-table.ts'
import { parseTableHeader, parseTableRow } from './table-formats.ts'

/**
 * Parses a JSON array of redirects, or an object with one, as a table whose columns are the keys. Nested keys are joined, such
 * as `action_data url`. Returns undefined if the text isn't such JSON.
 */
export function parseJsonList(text: string): ParsedTable | undefined {
  const json = parseJson(text)
  const list = Array.isArray(json) ? json : isObject(json) ? json.redirects : undefined
  if (!Array.isArray(list)) return undefined
  const rows = list.map((item: unknown, index) => {
    const entries = isObject(item) ? flatten(item) : []
    const header = parseTableHeader(entries.map(([key]) => key))
    const place = `Redirect ${index + 1}`
    const cells = entries.map(([, value]) => value)
    const row = header ? parseTableRow(header, cells, place) : { place, from: '', to: '', code: '' }
    return { row, format: header?.format }
  })
  return { rows: rows.map(({ row }) => row), otherPlaces: [], format: rows[0]?.format }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Lists the values by their joined keys. Empty lists and missing values count as empty. */
function flatten(item: Record<string, unknown>, prefix = ''): [key: string, value: string][] {
  return Object.entries(item).flatMap(([key, value]): [string, string][] => {
    if (isObject(value)) return flatten(value, `${prefix}${key} `)
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0)
    return [[prefix + key, isEmpty ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)]]
  })
}
