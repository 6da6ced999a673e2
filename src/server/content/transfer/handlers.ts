import { exportContent, type ImportSummary, importContent } from '../../../contract/content/transfer.ts'
import { type Handled, handled } from '../../platform/http/http.ts'
import type { Transfer } from './transfer.ts'

export function transferHandlers(transfer: Transfer): Handled[] {
  return [
    handled(exportContent, async (_, { person }) => {
      const day = new Date().toISOString().slice(0, 10)
      return { name: `rankstead-content-${day}.tar`, content: await transfer.exportContent(person.email) }
    }),
    handled(importContent, async ({ body: { check: isCheck, plan }, file }, { person }) => {
      const imported = await transfer.importContent(file, { actor: person.email, isCheck, plan })
      const message = isCheck ? checked(imported.summary) : done(imported.summary)
      return { message, isDone: !isCheck, ...imported }
    }),
  ]
}

function checked({ kinds, pictures }: ImportSummary): string {
  const isSame = kinds.length === 0 && pictures.added + pictures.changed === 0
  return isSame ? 'The file is whole, and it says what this site says already.' : 'The file is whole. Nothing was changed yet.'
}

function done({ added, changed, removed }: ImportSummary): string {
  return `The content was imported: ${added} added, ${changed} changed, ${removed} removed.`
}
