/** A kind of file that an order may have. A name that ends otherwise gets the first extension added. */
export type OrderFileType = { type: string; extensions: readonly string[]; isImage?: true }

export const orderFileTypes = {
  pdf: { type: 'application/pdf', extensions: ['pdf'] },
  word: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', extensions: ['docx'] },
  excel: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extensions: ['xlsx'] },
  csv: { type: 'text/csv; charset=utf-8', extensions: ['csv'] },
  text: { type: 'text/plain; charset=utf-8', extensions: ['txt'] },
  png: { type: 'image/png', extensions: ['png'], isImage: true },
  jpeg: { type: 'image/jpeg', extensions: ['jpg', 'jpeg'], isImage: true },
  webp: { type: 'image/webp', extensions: ['webp'], isImage: true },
  /** Has no preview, because the image library can't read it. */
  heic: { type: 'image/heic', extensions: ['heic', 'heif'] },
} satisfies Record<string, OrderFileType>
