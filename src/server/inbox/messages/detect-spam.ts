import { randomBytes } from 'node:crypto'
import type { SpamReason } from '#contract/inbox/messages.ts'
import { computeLatestPlausibleTime } from '#platform/db/wrong-clock-protection.ts'
import { createSigner } from '#platform/secrets/tokens.ts'

export type MessageText = Record<'name' | 'email' | 'number' | 'subject' | 'siteUrl' | 'message', string>

/** What the site knows about a message besides its text. */
export type MessageSigns = {
  /** `absent` if a program called the API, which needs no form. */
  form: 'absent' | 'forged' | 'hasty' | 'plausible'
  isHiddenFieldFilled: boolean
  /** How many messages of the last day have the same text. */
  equalMessages: number
}

const MANY_EQUAL_MESSAGES = 10
const MANY_LINKS = 3
/** A text with fewer words per link is little else than links. Links as HTML have their own words. */
const MIN_WORDS_PER_LINK = 6
const MIN_WORDS_PER_LINK_MARKUP = 30

const LINK = /\b(?:https?:\/\/|www\.)([^\s/?#]+)\S*/gi
/** Programs post links as HTML or BBCode. People type or paste the bare URL. */
const LINK_MARKUP = /<a\s[^<>]{0,200}\bhref\b|\[(?:url|link)\b/gi

/** A question or a request, in English or Spanish. */
const QUESTION =
  /[?¿？]|\b(?:please|pls|thanks?|call|text|help|needs?|want|quote|interested|looking|por favor|gracias|ayud|llam|necesit|quier|quisier|busc|interesad|precio)/iu
/** A person who writes about themselves, or leaves a phone number. */
const PERSON =
  /\b(?:i|me|my|mine|we|us|our|ours|yo|mi|mis|nos|nuestr[oa]s?|nosotr[oa]s|soy|somos|estamos|tengo|tenemos|vendo|vendemos)\b|\d(?:[ ().+-]{0,3}\d){6}/iu

/**
 * Returns why a message is certainly spam, or null. No rule reads the topic: customers ask about links, and sell homes
 * (P-124). A wrong verdict costs the owner a client. A missed one costs a second.
 */
export function detectSpam(text: MessageText, { form, isHiddenFieldFilled, equalMessages }: MessageSigns): SpamReason | null {
  if (form === 'forged') return 'sentByProgram'
  // Browsers and password managers fill in hidden fields too, but only in the site's form.
  if (isHiddenFieldFilled && form === 'absent') return 'sentByProgram'
  if (equalMessages >= MANY_EQUAL_MESSAGES) return 'repeated'
  const { links, prose } = splitLinksAndProse(text)
  if (QUESTION.test(prose)) return null
  const words = prose.match(/\p{L}+/gu)?.length ?? 0
  const linkMarkups = text.message.match(LINK_MARKUP)?.length ?? 0
  if (words < MIN_WORDS_PER_LINK_MARKUP * linkMarkups) return 'onlyLinks'
  if (links.length === 0 || PERSON.test(prose) || links.some((host) => isOwnHost(host, text))) return null
  // Programs fill in the phone number too.
  if (isHiddenFieldFilled || form === 'hasty') return 'sentByProgram'
  const isMostlyLinks = links.length >= MANY_LINKS && words < MIN_WORDS_PER_LINK * links.length
  return isMostlyLinks && text.number.trim() === '' ? 'onlyLinks' : null
}

function splitLinksAndProse({ name, subject, message }: MessageText): { links: string[]; prose: string } {
  const text = [name, subject, message].join('\n')
  return {
    links: [...text.matchAll(LINK)].map(([, host = '']) => host.toLowerCase().replace(/^www\./, '')),
    // A question mark at the end of a URL belongs to the sentence.
    prose: text.replace(LINK, (link) => (link.slice(-3).includes('?') ? ' ? ' : ' ')),
  }
}

/** True for the host of the sender's email address or website. */
function isOwnHost(host: string, { email, siteUrl }: MessageText): boolean {
  return `@${email} ${siteUrl}`
    .toLowerCase()
    .split(/[\s@/]+|www\./)
    .includes(host)
}

/** The shortest time in which a person can write a message, in ms. */
const MIN_WRITING_TIME_MS = 3_000
const TOKEN_PATTERN = /^((\d{13,15})\.[\w-]{22})\.([\w-]{43})$/

/** Creates signed tokens with the time of a form. Each token is unique, so that a page can detect a repeated submission. */
export function createSpamCheckFormTokens(secret: string) {
  const { sign, isValidSignature } = createSigner(secret)
  return {
    issue(): string {
      const claim = `${Date.now()}.${randomBytes(16).toString('base64url')}`
      return `${claim}.${sign(claim)}`
    },

    /** Returns `forged` without a valid signature, and `hasty` for a form sent too fast. Old tokens stay valid. */
    classify(token: string): 'forged' | 'hasty' | 'plausible' {
      const [, claim = '', shownAt = '', signature = ''] = TOKEN_PATTERN.exec(token) ?? []
      if (!isValidSignature(claim, signature)) return 'forged'
      const now = Date.now()
      const isTooFast = Number(shownAt) > now - MIN_WRITING_TIME_MS && Number(shownAt) <= computeLatestPlausibleTime(now)
      return isTooFast ? 'hasty' : 'plausible'
    },
  }
}
