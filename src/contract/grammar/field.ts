import * as z from 'zod/mini'
import { openingHours } from './opening-hours.ts'
import { emailAddress, pictureAddress, plainText, safeLink, sitePath, usdAmount } from './text.ts'
import { tableText } from './text-table.ts'
import { timeZoneName } from './time-zone.ts'

/** A kind of field: its check, on both sides, and its value while nothing was entered. Its control is the admin's half. */
type FieldKind = { check: (label: string, options: Options & Choices) => z.ZodMiniType<string>; empty: string }

export const fieldKinds = {
  text: { check: plainText, empty: '' },
  longText: { check: plainText, empty: '' },
  image: { check: pictureAddress, empty: '' },
  link: { check: safeLink, empty: '' },
  path: { check: sitePath, empty: '' },
  email: { check: emailAddress, empty: '' },
  price: { check: usdAmount, empty: '' },
  hours: { check: openingHours, empty: '' },
  timeZone: { check: timeZoneName, empty: '' },
  table: { check: tableText, empty: '' },
  choice: { check: oneOfChoices, empty: '' },
} satisfies Record<string, FieldKind>

/** How a field is entered; decides the control in the editor and the check on both sides. */
export type FieldInput = keyof typeof fieldKinds

/**
 * One value of a content record: its label, its control, and what its check asks for.
 * Every value travels as text (spec section 3).
 */
export type Field = {
  input: FieldInput
  label: string
  help?: string
  /** `link` only: it leads to somebody's profile, and is a sample while it names nobody. */
  isProfile?: true
  /** `choice` only: the values offered. */
  choices?: readonly string[]
  /** What people call some of them, where the value itself is no word for them. */
  choiceNames?: Readonly<Record<string, string>>
  /** May stay empty; otherwise every input is required (spec section 5). */
  optional?: boolean
  /** `image` only: the box that it fills on the page, in CSS pixels; where nothing is cropped, none. */
  place?: Size
  /** How many characters do best, where somebody else cuts what is longer; a hint, never a rule. */
  ideal?: { least: number; most: number }
  /** Text only: no longer than there is room for, in characters. */
  most?: number
  /** Taken when the sender leaves the field out. */
  initial?: string
  /** Forms in which the field is out of sight while its value is still sent. */
  hidden?: 'onUpdate'
  /** The add form and the add call do without it (spec section 7). */
  notOnAdd?: boolean
}

type Size = { width: number; height: number }
type Choices = Pick<Field, 'choices'>
type Options = Partial<Pick<Field, 'help' | 'optional' | 'ideal' | 'most' | 'initial' | 'hidden' | 'notOnAdd' | 'choiceNames'>>

export function text(label: string, options: Options = {}): Field {
  return fieldOf('text', label, options)
}

export function longText(label: string, options: Options = {}): Field {
  return fieldOf('longText', label, options)
}

/** An address to go to; completed where it lacks its beginning, dangerous schemes are refused (design decision 16). */
export function link(label: string, options: Options = {}): Field {
  return fieldOf('link', label, options)
}

/** Somebody's profile on another site. */
export function profile(label: string, { help }: Pick<Field, 'help'> = {}): Field {
  const ifNone = 'Enter # if there is none; the bare address of the network is not shown.'
  return { ...fieldOf('link', label, { help: [help, ifNone].filter(Boolean).join(' ') }), isProfile: true }
}

/** The address of a picture. A broken one is no error. Where a view crops it, the field says to which `place`. */
export function image<const Place extends Pick<Field, 'place'>>(label: string, options?: Options & Place): Field & Place {
  return fieldOf('image', label, options ?? {}) as Field & Place
}

/** An address on this site, from its first slash on. */
export function path(label: string, options: Options = {}): Field {
  return fieldOf('path', label, options)
}

/** When the business is open, such as `Mon-Sat 9am-8pm, Sunday closed`. The editor offers a table of days. */
export function hours(label: string, options: Options = {}): Field {
  return fieldOf('hours', label, options)
}

/** Where the business keeps its hours. */
export function timeZone(label: string, options: Options = {}): Field {
  return fieldOf('timeZone', label, options)
}

export function email(label: string, options: Options = {}): Field {
  return fieldOf('email', label, options)
}

/** US dollars as a numeric string with at most two decimals, above zero. */
export function price(label: string, options: Options = {}): Field {
  return fieldOf('price', label, options)
}

/** A small table, such as figures by month: a line for each row, the first of them for the names of the columns. */
export function table(label: string, options: Options = {}): Field {
  return fieldOf('table', label, options)
}

export function choice(label: string, choices: readonly string[], options: Options = {}): Field {
  return fieldOf('choice', label, { choices, ...options })
}

/** A value as people are shown it. */
export function inWords({ choiceNames }: Pick<Field, 'choiceNames'>, value: string): string {
  return choiceNames?.[value] ?? value
}

/** What a form holds before anything is entered. */
export function emptyOf({ input, initial }: Field): string {
  return initial ?? fieldKinds[input].empty
}

function fieldOf(input: FieldInput, label: string, options: Options & Choices): Field {
  return { input, label, ...options }
}

/** Builds the check of a field. Checks weigh some 15 KB each, so none is built before it is needed. */
export function checkOf(field: Field): z.ZodMiniType<string> {
  return fieldKinds[field.input].check(field.label, field)
}

function oneOfChoices(label: string, { choices = [], optional }: Options & Choices): z.ZodMiniType<string> {
  return plainText(label, { optional }).check(
    z.refine((value) => value.trim() === '' || choices.includes(value), {
      error: `${label} must be one of: ${choices.join(', ')}.`,
    }),
  )
}
