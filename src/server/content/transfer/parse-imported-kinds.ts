import { hasIdFormat } from '#contract/core/common-schemas.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { escapeFormatting } from '#contract/core/formatted-text.ts'
import { listFormattedFieldNames } from '#contract/core/markdown-field-names.ts'
import { findDetailPageOfKind } from '#contract/core/public-pages.ts'
import { buildAddRecordSchema } from '#contract/core/record-schemas.ts'
import { isStorableText } from '#contract/core/text-schemas.ts'
import { createEventLoopYield } from '#platform/event-loop-yield.ts'
import { areValidSlugs, type SampleFieldNames } from '../records/records.ts'
import type { ImportedRecord } from './export-format.ts'
import type { ExportedRecord } from './parse-exported-records.ts'

/**
 * Checks the records of a file with the given format version, and adds a sentence to `problems` for each one that can't be
 * saved.
 */
export async function parseImportedKinds(
  content: Record<string, readonly ExportedRecord[]>,
  { version, contentKinds }: { version: number; contentKinds: readonly ContentKind[] },
  problems: string[],
): Promise<Map<ContentKind, ImportedRecord[]>> {
  for (const kind of Object.keys(content)) {
    if (!contentKinds.some((contentKind) => contentKind.kind === kind))
      problems.push(`The file has a kind of content that this site doesn’t know: “${kind.slice(0, 60)}”.`)
  }
  const usedIds = new Set<string>()
  const kinds = new Map<ContentKind, ImportedRecord[]>()
  for (const contentKind of contentKinds) {
    const records = content[contentKind.kind] ?? []
    const currentRecords = version < 4 ? records.map((record) => escapePlainTexts(contentKind, record)) : records
    kinds.set(contentKind, await parseKindRecords(contentKind, currentRecords, usedIds, problems))
  }
  return kinds
}

/** Before version 4, all texts were plain. */
function escapePlainTexts(contentKind: ContentKind, record: ExportedRecord): ExportedRecord {
  const texts = listFormattedFieldNames(contentKind).map((name) => [name, record[name]] as const)
  const escaped = texts.flatMap(([name, text]) => (typeof text === 'string' ? [[name, escapeFormatting(text)]] : []))
  return { ...record, ...Object.fromEntries(escaped) }
}

async function parseKindRecords(
  contentKind: ContentKind,
  all: readonly ExportedRecord[],
  usedIds: Set<string>,
  problems: string[],
): Promise<ImportedRecord[]> {
  const { title, shape, unique } = contentKind
  if (shape === 'single' && all.length > 1)
    problems.push(`${title}: the file has ${all.length} records, and there can be only one.`)
  const usedValues = new Set<string>()
  const usedSlugs = new Set<string>()
  const body = buildAddRecordSchema(contentKind)
  const yieldToEventLoop = createEventLoopYield()
  const records: ImportedRecord[] = []
  for (const [index, exportedRecord] of all.entries()) {
    await yieldToEventLoop()
    const recordLabel = all.length === 1 ? title : `${title}, record ${index + 1}`
    const { _id: id, _hidden, _sample, _slugs, ...said } = exportedRecord
    if (typeof id !== 'string' || !hasIdFormat(id) || usedIds.has(id)) problems.push(`${recordLabel}: it needs its own id.`)
    usedIds.add(String(id))
    const addProblem = (sentence: string) => problems.push(`${recordLabel}: ${sentence}`)
    const values = parseValues(contentKind, body, said, addProblem)
    const slugs = _slugs === undefined ? [] : parseSlugs(contentKind, _slugs, usedSlugs, addProblem)
    const uniqueValue = unique && values[unique]
    if (uniqueValue !== undefined && usedValues.has(uniqueValue))
      problems.push(`${recordLabel}: another record also has “${uniqueValue}”.`)
    if (uniqueValue !== undefined) usedValues.add(uniqueValue)
    records.push({
      id: String(id),
      isHidden: _hidden === true,
      sampleFields: parseSampleMarks(contentKind, _sample, addProblem),
      slugs,
      values,
    })
  }
  return records
}

/** `true` marks the whole record. */
function parseSampleMarks(
  { fields }: ContentKind,
  sampleMark: string | true | undefined,
  addProblem: (sentence: string) => void,
): SampleFieldNames {
  if (sampleMark === undefined) return null
  const names = sampleMark === true ? [] : sampleMark.split(' ')
  const unknown = names.find((name) => !Object.hasOwn(fields, name))
  if (unknown !== undefined) addProblem(`${unknown} is not a field here.`)
  return names
}

/** Reports slugs that are invalid. Also reports a current slug that is in `usedValues`, and adds it there. */
function parseSlugs(
  contentKind: ContentKind,
  said: string | true,
  usedValues: Set<string>,
  addProblem: (sentence: string) => void,
): string[] {
  const slugs = String(said).split(' ')
  const [currentSlug = ''] = slugs
  if (!findDetailPageOfKind(contentKind.kind) || !areValidSlugs(slugs)) addProblem('its page can’t have this address.')
  else if (usedValues.has(currentSlug)) addProblem(`another record also has the address “${currentSlug}”.`)
  usedValues.add(currentSlug)
  return slugs
}

/** Returns the values ready to save. A field that the file lacks gets its default if its kind allows that. */
function parseValues(
  contentKind: ContentKind,
  body: ReturnType<typeof buildAddRecordSchema>,
  said: ExportedRecord,
  addProblem: (sentence: string) => void,
): Record<string, string> {
  if (!Object.entries(said).every(([name, value]) => isStorableText(name) && (value === true || isStorableText(value)))) {
    addProblem('it has a character that can’t be stored.')
    return {}
  }
  const result = body.safeParse(said)
  // Keeps the file's order of fields. The schema refuses other names.
  if (result.success) return { ...(said as Record<string, string>), ...result.data }
  for (const { code, path, message, ...issue } of result.error.issues) {
    const unknown = code === 'unrecognized_keys' ? (issue as { keys: string[] }).keys : []
    for (const name of unknown) addProblem(`${name} is not a field here.`)
    const label = contentKind.fields[String(path[0])]?.label
    if (unknown.length === 0) addProblem(label && !message.startsWith(label) ? `${label}: ${message}` : message)
  }
  return {}
}
