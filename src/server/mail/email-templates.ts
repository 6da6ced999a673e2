import type { BusinessFacts } from '#contract/content/build-business-facts.ts'
import { UserError } from '#contract/core/user-error.ts'
import { listEmailTemplatesEndpoint, previewEmailTemplateEndpoint } from '#contract/operations/mail.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { findPreviewableEmail, listPreviewableEmails } from './define-email.ts'
import { forceEmailColorScheme } from './email-html.ts'
import { renderEmail } from './render-email.ts'
import { type EmailRenderOptions, formatSubject } from './shared-email-parts.ts'

type Dependencies = {
  read: DatabaseReader
  loadBusiness: (db: DatabaseReader) => Promise<BusinessFacts>
  loadLogo: ((url: string) => Promise<Buffer | undefined>) | undefined
  origin: string
}

/** Shows every email that the site sends, with sample values. */
export function createEmailTemplateHandlers({ read, loadBusiness, loadLogo, origin }: Dependencies) {
  return [
    defineHandler(listEmailTemplatesEndpoint, async () => {
      const business = await loadBusiness(read)
      return listPreviewableEmails().map(({ name, title, audience, sentWhen, composeSample }) => {
        const { subject, attachment } = composeSample()
        const { text } = renderEmail(composeSample(), { business, origin, audience })
        return { name, title, audience, sentWhen, subject: formatSubject(subject), text, hasAttachment: attachment !== undefined }
      })
    }),

    defineHandler(previewEmailTemplateEndpoint, async ({ params, query }) => {
      const email = findPreviewableEmail(params.name)
      if (!email) throw new UserError(404, 'There’s no such email.')
      const business = await loadBusiness(read)
      const png = await loadLogo?.(business.logo ?? '')
      const logo = png && describeLogo(png, `data:image/png;base64,${png.toString('base64')}`)
      const { html } = renderEmail(email.composeSample(), { business, origin, audience: email.audience, logo })
      return forceEmailColorScheme(html, query.color)
    }),
  ]
}

/** Reads the size of a PNG from its first chunk (RFC 2083, section 4.1.1). */
export function describeLogo(png: Buffer, src: string): EmailRenderOptions['logo'] {
  return { src, width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}
