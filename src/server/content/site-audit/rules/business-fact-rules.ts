import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import { type ChangedBusinessFact, createOutdatedFieldFinder, getFactFieldsThatTextsRepeat } from '../../business/business.ts'
import { listPagesShowingRecordAnywhere } from '../../records/records.ts'
import { type AuditedSiteWithContent, getVisibleRecords, type SiteRuleCheck } from '../audited-site.ts'
import { getEditorFixPlace } from '../fix-places.ts'

/** Finds texts that still state a former name of a page, or a former fact of the business. */
export const outdatedFactsRule: SiteRuleCheck = (site) => {
  const currentTexts = listCurrentTexts(site)
  const changedFacts = site.changedFacts.filter(({ oldText }) => !currentTexts.has(oldText))
  if (changedFacts.length === 0) return []
  const finders = changedFacts.map((fact) => ({ fact, findOutdatedFields: createOutdatedFieldFinder([fact], changedFacts) }))
  const shownKinds = contentKinds.filter(({ shownOn }) => shownOn.length > 0)
  return shownKinds.flatMap((contentKind) =>
    getVisibleRecords(site, contentKind).flatMap((record) =>
      finders.flatMap(({ fact, findOutdatedFields }) =>
        findOutdatedFields(contentKind, record.values).map(({ name }) => ({
          says: explainOldText(fact),
          subject: `${record.id} ${name} ${fact.oldText}`,
          pages: listPagesShowingRecordAnywhere(contentKind, record.values),
          place: getEditorFixPlace(contentKind, record, name),
        })),
      ),
    ),
  )
}

function explainOldText({ oldText, newText }: ChangedBusinessFact): string {
  return `“${oldText}” is now “${newText}”, but this text still has the old words.`
}

/** Lists the names and facts of today. Another record may have taken a former name. */
function listCurrentTexts(site: AuditedSiteWithContent): Set<string> {
  return new Set(
    contentKinds.flatMap((contentKind) => {
      const fields = Object.keys(getFactFieldsThatTextsRepeat(contentKind))
      return getVisibleRecords(site, contentKind).flatMap(({ values }) => fields.map((name) => values[name]?.trim() ?? ''))
    }),
  )
}

const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g
/** A run of characters that may be a phone number. `isPhoneNumber` decides. */
const NUMBER = /\+?\(?\d(?:[ ().-]{0,2}\d){9,14}/g
/** Reserved for examples (RFC 2606). */
const EXAMPLE_DOMAIN = /@(?:[\w-]+\.)*(?:example|example\.(?:com|net|org))$/i

/** Finds phone numbers and emails in texts that Business info doesn't have. */
export const contactDetailsNotInBusinessInfoRule: SiteRuleCheck = (site) => {
  const [business] = getVisibleRecords(site, businessInfo)
  if (!business) return []
  const { footerEmail = '', banPhone = '', ukPhone = '' } = business.values
  const isKnown = (found: string) =>
    found.includes('@')
      ? found.toLowerCase() === footerEmail.trim().toLowerCase() || EXAMPLE_DOMAIN.test(found)
      : [banPhone, ukPhone].some((phone) => isSamePhone(phone, found))
  const searchedKinds = contentKinds.filter(({ shownOn, facts }) => shownOn.length > 0 && !facts)
  return searchedKinds.flatMap((contentKind) =>
    getVisibleRecords(site, contentKind).flatMap((record) =>
      Object.keys(contentKind.fields).flatMap((name) => {
        const others = findContactDetails(record.values[name] ?? '').filter((found) => !isKnown(found))
        return others.map((found) => ({
          says: `This text has ${found}, which isn’t in Business info.`,
          subject: `${record.id} ${name} ${found}`,
          pages: listPagesShowingRecordAnywhere(contentKind, record.values),
          place: getEditorFixPlace(contentKind, record, name),
        }))
      }),
    ),
  )
}

function findContactDetails(text: string): string[] {
  if (/^https?:/i.test(text.trim())) return []
  return [...new Set([...(text.match(EMAIL) ?? []), ...(text.match(NUMBER) ?? []).filter(isPhoneNumber)])]
}

/** A number with 10 to 15 digits, grouped as people write phone numbers, or with a country code (E.164). */
function isPhoneNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  return digits.length >= 10 && digits.length <= 15 && (text.startsWith('+') || /\d{3}\)?[ .-]{1,2}\d{3}[ .-]\d{4}$/.test(text))
}

/** One of them may lack the country code. */
function isSamePhone(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].map((text) => text.replace(/\D/g, '')).toSorted((a, b) => a.length - b.length)
  return short.length >= 7 && long.endsWith(short)
}
