import { VARIANT_FORMATS, variantWidths } from '../../contract/media.ts'

/** Those that every browser shows first, the most needed of them first. */
export function variantsOf(media_id: string, width: number) {
  return VARIANT_FORMATS.toReversed().flatMap((format) =>
    variantWidths(width).map((one) => ({ id: `${media_id}-${one}.${format}`, media_id, format, width: one })),
  )
}
