import * as z from 'zod/mini'
import { openingHours } from './opening-hours-grammar.ts'
import { emailAddress, pictureAddress, plainText, safeLink, sitePath, usdAmount } from './text.ts'
import { timeZoneName } from './time-zone.ts'

/** How a field is entered; decides the control in the editor and the check on both sides. */
export type FieldInput = 'text' | 'longText' | 'image' | 'link' | 'path' | 'email' | 'price' | 'hours' | 'timeZone' | 'choice'

/**
 * One value of a content record: its label, its control and its check.
 * Every value travels as text (spec section 3).
 */
export type Field = {
  input: FieldInput
  label: string
  help?: string
  /** `choice` only: the values offered. */
  choices?: readonly string[]
  /** May stay empty; otherwise every input is required (spec section 5). */
  optional?: boolean
  /** How many characters do best, where somebody else cuts what is longer; a hint, never a rule. */
  ideal?: { least: number; most: number }
  /** Taken when the sender leaves the field out. */
  initial?: string
  /** Forms in which the field is out of sight while its value is still sent. */
  hidden?: 'onUpdate' | 'always'
  /** The add form and the add call do without it (spec section 7). */
  notOnAdd?: boolean
  check: z.ZodMiniType<string>
}

type Options = Partial<Pick<Field, 'help' | 'optional' | 'ideal' | 'initial' | 'hidden' | 'notOnAdd'>>

export function text(label: string, options: Options = {}): Field {
  return { input: 'text', label, ...options, check: plainText(label, options) }
}

export function longText(label: string, options: Options = {}): Field {
  return { ...text(label, options), input: 'longText' }
}

/** An address to go to; completed where it lacks its beginning, dangerous schemes are refused (design decision 16). */
export function link(label: string, options: Options = {}): Field {
  return { input: 'link', label, ...options, check: safeLink(label, options) }
}

/** The address of a picture. A broken one is no error. */
export function image(label: string, options: Options = {}): Field {
  return { input: 'image', label, ...options, check: pictureAddress(label, options) }
}

/** An address on this site, from its first slash on. */
export function path(label: string, options: Options = {}): Field {
  return { input: 'path', label, ...options, check: sitePath(label, options) }
}

/** When the business is open, as people write it: `Mon-Sat 9am-8pm, Sunday closed`. */
export function hours(label: string, options: Options = {}): Field {
  return { input: 'hours', label, ...options, check: openingHours(label, options) }
}

/** Where the business keeps its hours. */
export function timeZone(label: string, options: Options = {}): Field {
  return { input: 'timeZone', label, ...options, check: timeZoneName(label, options) }
}

export function email(label: string, options: Options = {}): Field {
  return { input: 'email', label, ...options, check: emailAddress(label) }
}

/** US dollars as a numeric string with at most two decimals, above zero. */
export function price(label: string, options: Options = {}): Field {
  return { input: 'price', label, ...options, check: usdAmount(label) }
}

export function choice(label: string, choices: readonly string[], options: Options = {}): Field {
  const check = plainText(label).check(
    z.refine((value) => value.trim() === '' || choices.includes(value), {
      error: `${label} must be one of: ${choices.join(', ')}.`,
    }),
  )
  return { input: 'choice', label, choices, ...options, check }
}
