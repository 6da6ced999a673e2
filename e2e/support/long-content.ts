import { briefQuestion } from '#contract/content/kinds/brief-question.ts'
import { redirect } from '#contract/content/kinds/redirect.ts'
import { searchEngineSettings } from '#contract/content/kinds/search-engine-settings.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import type { FieldDeclaration } from '#contract/core/field.ts'
import { buildRecordValues } from '../../tests/support/test-content-module.ts'
import type { SaveRecord } from './test-site.ts'

const TEXT_LENGTH = 200
/** Starts with a word that is too long for a phone's line. */
const LONG_TEXT = `${'Neighbourhoodrepresentation'.repeat(3)} ${'and many more of its words '.repeat(9)}`
const MIN_RECORDS = 4

/** Kinds that take no free text, or whose fields depend on each other. */
const STRICT_KINDS: readonly string[] = [briefQuestion.kind, redirect.kind, searchEngineSettings.kind]

/**
 * Fills every content kind that takes free text with texts of 200 characters and with URLs of missing images.
 * A field with choices gets a record per choice.
 */
export async function saveLongContent(save: SaveRecord): Promise<void> {
  for (const contentKind of contentKinds.filter(({ kind }) => !STRICT_KINDS.includes(kind))) {
    for (const values of buildLongRecords(contentKind)) await save(contentKind, values)
  }
}

function buildLongRecords(contentKind: ContentKind): Record<string, string>[] {
  const { shape, fields, unique } = contentKind
  const choices = Object.values(fields).find(({ choices }) => choices)?.choices ?? []
  const listLength = unique ? choices.length : Math.max(MIN_RECORDS, choices.length)
  const count = shape === 'single' ? 1 : listLength
  return Array.from({ length: count }, (_, nth) => {
    const sample = buildRecordValues(contentKind, nth + 1)
    const entries = Object.entries(fields).map(([name, field]) => [name, buildLongValue(field, nth) ?? sample[name] ?? ''])
    return Object.fromEntries(entries)
  })
}

function buildLongValue({ input, choices, label, maxLength = TEXT_LENGTH }: FieldDeclaration, nth: number): string | undefined {
  if (choices) return choices[nth % choices.length]
  if (input === 'image') return `/art/not-there-${label.toLowerCase().replaceAll(' ', '-')}-${nth}.svg`
  return ['text', 'longText', 'formattedText'].includes(input)
    ? `${nth + 1} ${LONG_TEXT}`.slice(0, Math.min(TEXT_LENGTH, maxLength))
    : undefined
}
