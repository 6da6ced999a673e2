import { exportContentEndpoint, type ImportSummary, importContentEndpoint } from '#contract/content/content-transfer.ts'
import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { ContentTransferModule } from './transfer.ts'

export function createTransferHandlers(transfer: ContentTransferModule): EndpointHandler[] {
  return [
    defineHandler(exportContentEndpoint, async (_, { person }) => {
      const day = toBusinessDay(await transfer.timeZone(), Date.now())
      return { name: `rankstead-content-${day}.tar`, content: await transfer.exportContent(person.email) }
    }),
    defineHandler(importContentEndpoint, async ({ body: { check: isCheck, plan }, file }, { person }) => {
      const result = await transfer.importContent(file, { sender: person, isCheck, plan })
      const message = isCheck ? buildCheckMessage(result.summary) : buildImportMessage(result.summary)
      return { message, isDone: !isCheck, ...result }
    }),
  ]
}

function buildCheckMessage({ kinds, pictures }: ImportSummary): string {
  const isSame = kinds.length === 0 && pictures.added + pictures.changed === 0
  return isSame ? 'The file is complete. It has the same content as this site.' : 'The file is complete. Nothing has changed yet.'
}

function buildImportMessage({ added, changed, removed }: ImportSummary): string {
  return `Content imported: ${added} added, ${changed} changed, ${removed} removed.`
}
