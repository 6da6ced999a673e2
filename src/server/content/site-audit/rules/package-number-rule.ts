import { deliverableTemplate } from '#contract/content/kinds/deliverable-template.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { listPagesShowingRecordAnywhere } from '../../records/records.ts'
import { getVisibleRecords, type SiteRuleCheck } from '../audited-site.ts'
import { getEditorFixPlace } from '../fix-places.ts'

/** A number of things, such as 25 of "local keyword". */
type NumberOfThings = { number: number; noun: string; isWholeText: boolean }

/** Finds a number on a package's card that no deliverable of the package has (P-373). */
export const packageNumberRule: SiteRuleCheck = (site) =>
  getVisibleRecords(site, pricingPackage).flatMap((record) => {
    const templates = getVisibleRecords(site, deliverableTemplate)
      .filter(({ values }) => values.templatePackage === record.values.packageName)
      .map(({ values: { templateTitle = '', templateCount } }) => ({ text: templateTitle, count: Number(templateCount) || 1 }))
    return Object.entries(record.values).flatMap(([field, text = '']) => {
      const other = field.startsWith('packagePoint') && findDifferentNumber(text, templates)
      if (!other) return []
      return {
        says: `The ${record.values.packageName} card says “${text.trim()}”, and its deliverable says “${other}”.`,
        subject: `${record.id} ${field}`,
        pages: listPagesShowingRecordAnywhere(pricingPackage, record.values),
        place: getEditorFixPlace(pricingPackage, record, field),
      }
    })
  })

type Template = { text: string; count: number }

/** Returns the deliverable with another number of the same thing. Undefined if one has the same number, or none has the thing. */
export function findDifferentNumber(point: string, templates: readonly Template[]): string | undefined {
  const promised = parseNumberOfThings(point)
  if (!promised) return undefined
  const same = templates.flatMap(({ text, count }) => {
    const delivered = parseNumberOfThings(text, count)
    return delivered && isSameThing(promised, delivered) ? { text: count === 1 ? text : `${count} × ${text}`, ...delivered } : []
  })
  return same.some(({ number }) => number === promised.number) ? undefined : same[0]?.text
}

/** Reads the first number and what follows it. A text without a number stands for `count` things, if there are several. */
function parseNumberOfThings(text: string, count = 1): NumberOfThings | undefined {
  const words = text.trim().split(/\s+/)
  const nth = words.findIndex((word) => /^\d[\d,]*$/.test(word))
  if (nth === -1 && count === 1) return undefined
  const noun = getNoun(words.slice(nth + 1).join(' '))
  if (noun === '') return undefined
  return { number: count * Number((words[nth] ?? '1').replaceAll(',', '')), noun, isWholeText: nth < 1 }
}

/** Leaves out what follows the thing, such as "a month" and "with cleanup", and the plural. */
function getNoun(text: string): string {
  const [noun = ''] = text.toLowerCase().split(/[^a-z\s-]|\s(?:a|an|and|each|every|for|in|of|on|per|with|monthly)\b/)
  return noun.trim().replace(/s$/, '')
}

/** "30 citations" and "15 directory citations" are the same thing, unless a number stands inside of another sentence. */
function isSameThing(a: NumberOfThings, b: NumberOfThings): boolean {
  const endsAlike = ` ${a.noun}`.endsWith(` ${b.noun}`) || ` ${b.noun}`.endsWith(` ${a.noun}`)
  return a.noun === b.noun || (endsAlike && a.isWholeText && b.isWholeText)
}
