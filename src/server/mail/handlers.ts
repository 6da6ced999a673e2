import { UserError } from '#contract/core/user-error.ts'
import { listEmailTemplatesEndpoint, previewEmailTemplateEndpoint } from '#contract/operations/email-templates.ts'
import { listMailProblemsEndpoint, type MailProblem, retryEmailEndpoint } from '#contract/operations/mail-problems.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { FailedEmail, MailService } from './mail.ts'

export function createMailHandlers(mail: MailService): EndpointHandler[] {
  return [
    defineHandler(listMailProblemsEndpoint, async ({ query }) => {
      const { records, total } = await mail.listFailed(query)
      return { records: records.map(serializeMailProblem), total }
    }),
    defineHandler(retryEmailEndpoint, async ({ params }, { person }) => {
      const failedEmail = await mail.retry(params.id, person.email)
      if (!failedEmail) throw new UserError(404, 'There’s no such email, or it was already delivered.')
      return { message: 'Sending the email again', record: serializeMailProblem(failedEmail) }
    }),
    defineHandler(listEmailTemplatesEndpoint, () => mail.listTemplates()),
    defineHandler(previewEmailTemplateEndpoint, async ({ params, query }) => {
      const html = await mail.renderTemplate(params.name, query.color)
      if (html === undefined) throw new UserError(404, 'There’s no such email.')
      return html
    }),
  ]
}

function serializeMailProblem({ id, recipient, subject, attempts, last_error, nextAttemptAt }: FailedEmail): MailProblem {
  return { _id: id, to: recipient, subject, attempts, error: last_error ?? '', nextAttemptAt }
}
