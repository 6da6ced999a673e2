import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type EmailAudience, type EmailTemplate, emailAudiences, listEmailTemplatesEndpoint } from '#contract/operations/mail.ts'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { buildEmailTemplatePath } from '../../admin-paths.ts'
import { AdminPage } from '../../shell/admin-page.tsx'

const AUDIENCE_TITLES: Record<EmailAudience, string> = {
  customer: 'To customers',
  visitor: 'To visitors',
  subscriber: 'To subscribers',
  account: 'To account holders',
  admin: 'To you and other admins',
}

export function loader({ context }: LoaderFunctionArgs) {
  return getPageRequestContext(context).call(listEmailTemplatesEndpoint, {})
}

/** Lists every email that the site sends. */
export function Page() {
  const templates = useLoaderData<typeof loader>()
  return (
    <AdminPage heading="Emails" note="Every email that your site sends. Open one to see how it looks.">
      <div className="grid gap-5 px-(--edge) pb-16">
        {emailAudiences.map((audience) => (
          <TemplateGroup
            key={audience}
            title={AUDIENCE_TITLES[audience]}
            templates={templates.filter((template) => template.audience === audience)}
          />
        ))}
      </div>
    </AdminPage>
  )
}

function TemplateGroup({ title, templates }: { title: string; templates: readonly EmailTemplate[] }) {
  return (
    <section aria-label={title} className="sheet">
      <header>
        <h2>{title}</h2>
      </header>
      <ul className="divide-y divide-rule border-t-[1.5px] border-ink">
        {templates.map((template) => (
          <li key={template.name} className="grid gap-x-6 px-4 py-2.5 md:grid-cols-[18rem_1fr] md:px-5">
            <Link
              to={buildEmailTemplatePath(template.name)}
              className="flex min-h-8 items-center font-semibold text-pine hover:underline"
            >
              {template.title}
            </Link>
            <p className="text-muted md:py-1">{template.sentWhen}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
