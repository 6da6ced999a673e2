import * as z from 'zod/mini'
import { openingHoursSchema } from './opening-hours.ts'
import { emailSchema, imageUrlSchema, linkSchema, sitePathSchema, textSchema, usdAmountSchema } from './text-schemas.ts'
import { textTableSchema } from './text-table.ts'
import { timeZoneSchema } from './time-zone.ts'

/** A kind of field: its check, on both sides, and its value while nothing was entered. Its control is the admin's half. */
type FieldTypeDefinition = {
  buildSchema: (label: string, options: FieldOptions & ChoiceOptions) => z.ZodMiniType<string>
  empty: string
}

export const fieldTypes = {
  text: { buildSchema: textSchema, empty: '' },
  longText: { buildSchema: textSchema, empty: '' },
  image: { buildSchema: imageUrlSchema, empty: '' },
  link: { buildSchema: linkSchema, empty: '' },
  path: { buildSchema: sitePathSchema, empty: '' },
  email: { buildSchema: emailSchema, empty: '' },
  price: { buildSchema: usdAmountSchema, empty: '' },
  hours: { buildSchema: openingHoursSchema, empty: '' },
  timeZone: { buildSchema: timeZoneSchema, empty: '' },
  table: { buildSchema: textTableSchema, empty: '' },
  choice: { buildSchema: choiceSchema, empty: '' },
} satisfies Record<string, FieldTypeDefinition>

/** How a field is entered; decides the control in the editor and the check on both sides. */
export type FieldType = keyof typeof fieldTypes

/**
 * One value of a content record: its label, its control, and what its check asks for.
 * Every value travels as text (P-4).
 */
export type Field = {
  input: FieldType
  label: string
  help?: string
  /** `link` only: it leads to somebody's profile, and is a sample while it names nobody. */
  isSocialProfile?: true
  /** `choice` only: the values offered. */
  choices?: readonly string[]
  /** What people call some of them, where the value itself is no word for them. */
  choiceLabels?: Readonly<Record<string, string>>
  /** May stay empty; otherwise every input is required (P-8). */
  optional?: boolean
  /** `image` only: the box that it fills on the page, in CSS pixels; where nothing is cropped, none. */
  place?: Size
  /** How many characters do best, where somebody else cuts what is longer; a hint, never a rule. */
  idealLength?: { min: number; max: number }
  /** Text only: no longer than there is room for, in characters. */
  maxLength?: number
  /** Taken when the sender leaves the field out. */
  initial?: string
  /** Forms in which the field is out of sight while its value is still sent. */
  hidden?: 'onUpdate'
  /** The add form and the add call do without it (P-10). */
  notOnAdd?: boolean
}

type Size = { width: number; height: number }
type ChoiceOptions = Pick<Field, 'choices'>
type FieldOptions = Partial<
  Pick<Field, 'help' | 'optional' | 'idealLength' | 'maxLength' | 'initial' | 'hidden' | 'notOnAdd' | 'choiceLabels'>
>

export function textField(label: string, options: FieldOptions = {}): Field {
  return buildField('text', label, options)
}

export function longTextField(label: string, options: FieldOptions = {}): Field {
  return buildField('longText', label, options)
}

/** An address to go to; completed where it lacks its beginning, dangerous schemes are refused (P-13). */
export function linkField(label: string, options: FieldOptions = {}): Field {
  return buildField('link', label, options)
}

/** Somebody's profile on another site. */
export function profileField(label: string, { help }: Pick<Field, 'help'> = {}): Field {
  const emptyHint = 'Enter # if there is none; the bare address of the network is not shown.'
  return { ...buildField('link', label, { help: [help, emptyHint].filter(Boolean).join(' ') }), isSocialProfile: true }
}

/** The address of a picture. A broken one is no error. Where a view crops it, the field says to which `place`. */
export function imageField<const Place extends Pick<Field, 'place'>>(
  label: string,
  options?: FieldOptions & Place,
): Field & Place {
  return buildField('image', label, options ?? {}) as Field & Place
}

/** An address on this site, from its first slash on. */
export function pathField(label: string, options: FieldOptions = {}): Field {
  return buildField('path', label, options)
}

/** When the business is open, such as `Mon-Sat 9am-8pm, Sunday closed`. The editor offers a table of days. */
export function openingHoursField(label: string, options: FieldOptions = {}): Field {
  return buildField('hours', label, options)
}

/** Where the business keeps its hours. */
export function timeZoneField(label: string, options: FieldOptions = {}): Field {
  return buildField('timeZone', label, options)
}

export function emailField(label: string, options: FieldOptions = {}): Field {
  return buildField('email', label, options)
}

/** US dollars as a numeric string with at most two decimals, above zero. */
export function priceField(label: string, options: FieldOptions = {}): Field {
  return buildField('price', label, options)
}

/** A small table, such as figures by month: a line for each row, the first of them for the names of the columns. */
export function tableField(label: string, options: FieldOptions = {}): Field {
  return buildField('table', label, options)
}

export function choiceField(label: string, choices: readonly string[], options: FieldOptions = {}): Field {
  return buildField('choice', label, { choices, ...options })
}

/** A value as people are shown it. */
export function getChoiceLabel({ choiceLabels }: Pick<Field, 'choiceLabels'>, value: string): string {
  return choiceLabels?.[value] ?? value
}

/** What a form holds before anything is entered. */
export function getInitialValue({ input, initial }: Field): string {
  return initial ?? fieldTypes[input].empty
}

function buildField(input: FieldType, label: string, options: FieldOptions & ChoiceOptions): Field {
  return { input, label, ...options }
}

/** Builds the check of a field. Checks weigh some 15 KB each, so none is built before it is needed. */
export function buildFieldSchema(field: Field): z.ZodMiniType<string> {
  return fieldTypes[field.input].buildSchema(field.label, field)
}

function choiceSchema(label: string, { choices = [], optional }: FieldOptions & ChoiceOptions): z.ZodMiniType<string> {
  return textSchema(label, { optional }).check(
    z.refine((value) => value.trim() === '' || choices.includes(value), {
      error: `${label} must be one of: ${choices.join(', ')}.`,
    }),
  )
}
