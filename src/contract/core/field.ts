import * as z from 'zod/mini'
import { openingHoursSchema } from './opening-hours.ts'
import {
  emailSchema,
  formattedTextSchema,
  iconUrlOrClassSchema,
  imageUrlSchema,
  linkSchema,
  sitePathSchema,
  textSchema,
  usdAmountSchema,
} from './text-schemas.ts'
import { textTableSchema } from './text-table.ts'
import { timeZoneSchema } from './time-zone.ts'

/** The check of each field type on both sides. The admin area adds its control. */
const fieldTypes = {
  text: textSchema,
  longText: textSchema,
  formattedText: formattedTextSchema,
  image: imageUrlSchema,
  icon: iconUrlOrClassSchema,
  link: linkSchema,
  path: sitePathSchema,
  email: emailSchema,
  price: usdAmountSchema,
  hours: openingHoursSchema,
  timeZone: timeZoneSchema,
  table: textTableSchema,
  choice: choiceSchema,
} satisfies Record<string, (label: string, options: FieldOptions & ChoiceOptions) => z.ZodMiniType<string>>

/** Decides the control in the editor and the check on both sides. */
export type FieldType = keyof typeof fieldTypes

/** One field of a content record. Every value travels as text (P-4). */
export type FieldDeclaration = {
  input: FieldType
  label: string
  help?: string
  /** `link` only: it leads to a profile. The start page of a network counts as a sample. */
  isSocialProfile?: true
  /** `choice` only: the values offered. */
  choices?: readonly string[]
  /** Labels for choices whose value isn't plain English. */
  choiceLabels?: Readonly<Record<string, string>>
  /** May stay empty. Other fields are required (P-8). */
  optional?: boolean
  /** `image` only: the box that the image fills on the page, in CSS px. Undefined if the page doesn't crop it. */
  place?: Size
  /** The recommended length in characters, because search engines cut longer texts. A hint, never a rule. */
  idealLength?: { min: number; max: number }
  /** Text only: the limit in characters. */
  maxLength?: number
  /** Text only: it loses invisible characters, such as in a copied phone number. */
  isIdentifier?: true
  /** The value if the sender leaves the field out. */
  initial?: string
  /** The form that hides the field but still sends its value. */
  hidden?: 'onUpdate'
  /** The add form and the add call don't require it (P-10). */
  notOnAdd?: boolean
}

type Size = { width: number; height: number }
type ChoiceOptions = Pick<FieldDeclaration, 'choices'>
type FieldOptions = Partial<
  Pick<
    FieldDeclaration,
    'help' | 'optional' | 'idealLength' | 'maxLength' | 'isIdentifier' | 'initial' | 'hidden' | 'notOnAdd' | 'choiceLabels'
  >
>

function defineFieldType(input: FieldType) {
  return (label: string, options: FieldOptions = {}): FieldDeclaration => ({ input, label, ...options })
}

export const textField = defineFieldType('text')
export const longTextField = defineFieldType('longText')

/** Text with bold, italics, links and lists, stored as Markdown (P-244). */
export const formattedTextField = defineFieldType('formattedText')

/** A URL to go to. The check completes a missing scheme and refuses dangerous ones (P-13). */
export const linkField = defineFieldType('link')

/** A profile on another site. */
export function socialProfileField(label: string, { help }: Pick<FieldDeclaration, 'help'> = {}): FieldDeclaration {
  const emptyHint = 'Enter # if you have none. A link to the network’s home page isn’t shown.'
  return { ...linkField(label, { help: [help, emptyHint].filter(Boolean).join(' ') }), isSocialProfile: true }
}

/** An image URL. A broken one is no error (P-14). If a view crops the image, `place` is the box. */
export function imageField<const Place extends Pick<FieldDeclaration, 'place'>>(
  label: string,
  options?: FieldOptions & Place,
): FieldDeclaration & Place {
  return { input: 'image', label, ...options } as FieldDeclaration & Place
}

/** A small icon: an image URL, or class names such as `fa fa-home` for a built-in icon. */
export const iconField = defineFieldType('icon')

/** A path on this site, such as `/old-page`. */
export const sitePathField = defineFieldType('path')

/** Opening hours, such as `Mon-Sat 9am-8pm, Sunday closed`. The editor offers a table of days. */
export const openingHoursField = defineFieldType('hours')

export const timeZoneField = defineFieldType('timeZone')

export const emailField = defineFieldType('email')

/** US dollars above zero as a numeric string with at most two decimals. */
export const priceField = defineFieldType('price')

/** A small table, such as figures by month. Each line is a row, and the first one names the columns. */
export const tableField = defineFieldType('table')

export function choiceField(label: string, choices: readonly string[], options: FieldOptions = {}): FieldDeclaration {
  return { input: 'choice', label, choices, ...options }
}

export function getChoiceLabel({ choiceLabels }: Pick<FieldDeclaration, 'choiceLabels'>, value: string): string {
  return choiceLabels?.[value] ?? value
}

export function getInitialValue({ initial = '' }: FieldDeclaration): string {
  return initial
}

/** Builds the check of a field. Each check takes about 15 KB of memory, so it is built on demand. */
export function buildFieldSchema(field: FieldDeclaration): z.ZodMiniType<string> {
  return fieldTypes[field.input](field.label, field)
}

function choiceSchema(label: string, { choices = [], optional }: FieldOptions & ChoiceOptions): z.ZodMiniType<string> {
  return textSchema(label, { optional }).check(
    z.refine((value) => value.trim() === '' || choices.includes(value), {
      error: `${label} must be one of: ${choices.join(', ')}.`,
    }),
  )
}
