import type { VariantFormat } from '../../../../contract/content/media.ts'

/** What is made of a picture: ours of one that came, a part of one of ours, or a smaller form of it. All in pixels. */
export type EncodingTask =
  | { kind: 'take' }
  | { kind: 'crop'; left: number; top: number; width: number; height: number }
  | { kind: 'shrink'; width: number; format: VariantFormat }
  | CheckImagesTask

/** Only looks whether these are pictures as we make them: they stand one behind the other, and have so many bytes. */
export type CheckImagesTask = { kind: 'check'; sizes: readonly number[] }

/** What is said of the bytes that were made: a line of JSON before them. */
export type EncodedImageInfo = { format: 'jpg' | VariantFormat; width: number; height: number; isMoving?: boolean }

/** Or the sentence that says why there are none. */
export type EncodingOutcome = EncodedImageInfo | { refused: string } | { checked: EncodedImageInfo[] }
