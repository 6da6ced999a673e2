import type { ComponentType } from 'react'
import { getIconFieldUrl } from '#contract/core/built-in-icons.ts'
import type { FieldType } from '#contract/core/field.ts'
import { formatDollars } from '#contract/core/money.ts'
import { isSafeLink } from '#contract/core/text-schemas.ts'
import { Thumbnail } from '../../shell/thumbnail.tsx'
import { createLazyImport, type LazyImport } from '../lazy-import.ts'
import {
  ChoiceControl,
  type ControlProps,
  EmailControl,
  ImageControl,
  LongTextControl,
  PriceControl,
  TextControl,
  UrlControl,
} from './field-controls.tsx'

type FieldControl = ComponentType<ControlProps>

/** The admin components of a field type. The contract declares its check and its empty value. */
type FieldKindComponents = {
  Control: FieldControl | LazyImport<FieldControl>
  RowValue: ComponentType<{ value: string }>
  /** A row shows images before its texts. */
  isImage?: true
}

export const fieldTypeComponents: Record<FieldType, FieldKindComponents> = {
  text: { Control: TextControl, RowValue: TextValue },
  longText: { Control: LongTextControl, RowValue: TextValue },
  formattedText: {
    Control: createLazyImport(async () => (await import('./formatted-text-control.tsx')).FormattedTextControl),
    RowValue: TextValue,
  },
  image: { Control: ImageControl, RowValue: ImageValue, isImage: true },
  icon: {
    Control: createLazyImport(async () => (await import('./icon-control.tsx')).IconControl),
    RowValue: IconValue,
    isImage: true,
  },
  link: { Control: UrlControl, RowValue: LinkValue },
  path: { Control: UrlControl, RowValue: TextValue },
  email: { Control: EmailControl, RowValue: TextValue },
  price: { Control: PriceControl, RowValue: PriceValue },
  hours: { Control: createLazyImport(async () => (await import('./hours-control.tsx')).HoursControl), RowValue: TextValue },
  timeZone: {
    Control: createLazyImport(async () => (await import('./time-zone-control.tsx')).TimeZoneControl),
    RowValue: TextValue,
  },
  table: { Control: LongTextControl, RowValue: TextValue },
  choice: { Control: ChoiceControl, RowValue: TextValue },
}

export function getFieldControl(type: FieldType): FieldControl {
  const { Control } = fieldTypeComponents[type]
  return 'get' in Control ? Control.get() : Control
}

function TextValue({ value }: { value: string }) {
  if (value === '') return null
  return <p className="line-clamp-3 max-w-160 whitespace-pre-line text-muted">{value.replace(/\n{2,}/g, '\n')}</p>
}

function PriceValue({ value }: { value: string }) {
  return value === '' ? null : <p>{formatDollars(value)}</p>
}

function LinkValue({ value }: { value: string }) {
  if (value === '' || !isSafeLink(value)) return <TextValue value={value} />
  return (
    <p>
      <a href={value} target="_blank" rel="noreferrer" className="inline-block py-1 underline">
        {value}
      </a>
    </p>
  )
}

function IconValue({ value }: { value: string }) {
  return <Thumbnail src={getIconFieldUrl(value)} />
}

function ImageValue({ value }: { value: string }) {
  return <Thumbnail src={value} />
}
