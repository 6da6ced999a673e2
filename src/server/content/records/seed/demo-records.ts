import { readFileSync } from 'node:fs'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { getDefaultCopyTexts, isCopyKind } from '#contract/core/define-page-copy-kind.ts'

/** Holds a Markdown file per kind. The build copies the folder beside the server's code. */
const FOLDER = new URL('./demo-content/', import.meta.url)

const recordsByKind = new Map<string, readonly Record<string, string>[]>()

/** Returns the demo records of a kind, in the form of an export. A copy kind has its default texts. */
export function loadDemoRecords(contentKind: ContentKind): readonly Record<string, string>[] {
  const { kind } = contentKind
  const records = recordsByKind.get(kind) ?? (isCopyKind(contentKind) ? [getDefaultCopyTexts(contentKind)] : readRecords(kind))
  recordsByKind.set(kind, records)
  return records
}

/** Returns no records for a kind without a file: only the owner can fill it. */
function readRecords(kind: string): Record<string, string>[] {
  try {
    return parseMarkdownRecords(readFileSync(new URL(`${kind}.md`, FOLDER), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** A line of hyphens separates records. Each field is a heading, `# name: text`, or `# name` above a longer text. */
function parseMarkdownRecords(text: string): Record<string, string>[] {
  return text.split(/^---$/m).map((record) => {
    const fields = record.split(/^# (?=\w)/m).slice(1)
    return Object.fromEntries(fields.map((field) => [/^\w+/.exec(field)?.[0] ?? '', field.replace(/^\w+:?/, '').trim()]))
  })
}
