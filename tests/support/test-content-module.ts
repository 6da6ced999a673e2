import { packageNames } from '#contract/content/kinds/pricing-package.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import type { FieldDeclaration } from '#contract/core/field.ts'
import type { Database } from '#platform/db/open-database.ts'
import { type ContentWriter, createContentModule } from '#server/content/records/records.ts'

/** Builds a value that the field accepts. `nth` makes records differ, and `choice` picks an option. */
function buildFieldValue(field: FieldDeclaration, nth: number, choice: number): string {
  switch (field.input) {
    case 'choice':
      return field.choices?.[(choice - 1) % field.choices.length] ?? ''
    case 'email':
      return `person${nth}@example.com`
    case 'table':
      return `Month | Calls\nMay | ${nth}`
    case 'price':
      return '499.50'
    case 'link':
      return `https://example.com/${nth}`
    case 'path':
      return `/path-${field.label.toLowerCase().replaceAll(' ', '-')}-${nth}`
    case 'hours':
      return `Mon-Fri ${nth}am-8pm`
    case 'timeZone':
      return 'Europe/London'
    case 'image':
    case 'icon':
      return `/art/picture-${nth}.svg`
    default:
      if (field.label === 'Package') return packageNames[(choice - 1) % packageNames.length] ?? ''
      if (field.label.endsWith(' code')) return `verification-code-${nth}`
      return `${field.label} ${nth}`.slice(-(field.maxLength ?? Number.POSITIVE_INFINITY))
  }
}

/** Texts that would replace what a page says about itself. */
const OVERRIDING_FIELDS: readonly string[] = ['socialTitle', 'socialText', 'canonicalUrl']

export function buildRecordValues(contentKind: ContentKind, nth = 1): Record<string, string> {
  return Object.fromEntries(
    Object.entries(contentKind.fields).map(([name, field]) => [
      name,
      OVERRIDING_FIELDS.includes(name) ? '' : buildFieldValue(field, nth, contentKind.unique === name ? nth : 1),
    ]),
  )
}

/** Creates the content module on a test's database. It sends no email. Its `add` and `update` are each one change. */
export function createTestContent(database: Database) {
  const mail = { enqueue: async () => '', wake: () => {} }
  const content = createContentModule({ database, mail, validators: new Map() })
  return {
    ...content,
    add: (...parts: Parameters<ContentWriter['add']>) => content.change((editing) => editing.add(...parts)),
    update: (...parts: Parameters<ContentWriter['updateFromBody']>) =>
      content.change((editing) => editing.updateFromBody(...parts)),
  }
}
