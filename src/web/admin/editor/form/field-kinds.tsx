import type { ComponentType } from 'react'
import type { FieldInput } from '../../../../contract/grammar/field.ts'
import { dollarsAndCents } from '../../../../contract/grammar/money.ts'
import { isSafeLink } from '../../../../contract/grammar/text.ts'
import { Thumbnail } from '../../shell/thumbnail.tsx'
import {
  AddressControl,
  ChoiceControl,
  type ControlProps,
  EmailControl,
  LongTextControl,
  PictureControl,
  PriceControl,
  TextControl,
  TimeZoneControl,
} from './controls.tsx'
import { HoursControl } from './hours-control.tsx'

/** The admin's half of a kind of field; its check and its empty value are the contract's half. */
type FieldKind = {
  /** How it is entered. */
  Control: ComponentType<ControlProps>
  /** How a row of a list shows its value. */
  Row: ComponentType<{ value: string }>
  /** In a row it stands before the words. */
  isPicture?: true
}

export const fieldKinds: Record<FieldInput, FieldKind> = {
  text: { Control: TextControl, Row: Words },
  longText: { Control: LongTextControl, Row: Words },
  image: { Control: PictureControl, Row: SmallPicture, isPicture: true },
  link: { Control: AddressControl, Row: Address },
  path: { Control: AddressControl, Row: Words },
  email: { Control: EmailControl, Row: Words },
  price: { Control: PriceControl, Row: Price },
  hours: { Control: HoursControl, Row: Words },
  timeZone: { Control: TimeZoneControl, Row: Words },
  table: { Control: LongTextControl, Row: Words },
  choice: { Control: ChoiceControl, Row: Words },
}

function Words({ value }: { value: string }) {
  if (value === '') return null
  return <p className="line-clamp-3 max-w-160 whitespace-pre-line text-muted">{value.replace(/\n{2,}/g, '\n')}</p>
}

function Price({ value }: { value: string }) {
  return value === '' ? null : <p>{dollarsAndCents(value)} per month</p>
}

function Address({ value }: { value: string }) {
  if (value === '' || !isSafeLink(value)) return <Words value={value} />
  return (
    <p>
      <a href={value} target="_blank" rel="noreferrer" className="inline-block py-1 underline">
        {value}
      </a>
    </p>
  )
}

function SmallPicture({ value }: { value: string }) {
  return <Thumbnail src={value} />
}
