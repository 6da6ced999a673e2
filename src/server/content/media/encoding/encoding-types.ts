import type { VariantFormat } from '#contract/content/media-urls.ts'

/** What a child process may use before it ends itself: CPU time in ms, and memory in bytes. */
export type EncoderLimits = { maxCpu: number; maxMemory: number }

/** Makes our image from an upload, cuts a part out, makes a variant, a preview or a share image, or checks images. Sizes are px. */
export type EncodingTask =
  | { kind: 'take' }
  | { kind: 'crop'; left: number; top: number; width: number; height: number }
  | { kind: 'shrink'; width: number; format: VariantFormat }
  | { kind: 'preview'; side: number; limits: EncoderLimits }
  | { kind: 'share'; left: number; top: number; width: number; height: number }
  | CheckImageBytesTask

/** Only checks that these are images as we make them. `sizes` are the bytes of each in the concatenated input. */
export type CheckImageBytesTask = { kind: 'check'; sizes: readonly number[] }

/** The line of JSON before the image's bytes. */
export type EncodedImageInfo = { format: 'jpg' | VariantFormat; width: number; height: number; isMoving?: boolean }

/** `refused` is a sentence for the person who uploads. */
export type ImageEncodingResult = EncodedImageInfo | { refused: string } | { checked: EncodedImageInfo[] }
