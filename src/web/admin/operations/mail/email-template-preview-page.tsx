import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import { UserError } from '#contract/core/user-error.ts'
import { buildEmailTemplatePreviewUrl, type EmailColorMode, listEmailTemplatesEndpoint } from '#contract/operations/mail.ts'
import { getPageRequestContext } from '#web/page-request-context.ts'
import { adminPaths } from '../../admin-paths.ts'
import { AdminPage } from '../../shell/admin-page.tsx'

const WIDTHS = { desktop: 'Desktop', phone: 'Phone' } as const
const COLORS: Record<EmailColorMode, string> = { light: 'Light', dark: 'Dark' }

type PreviewOptions = { width: keyof typeof WIDTHS; color: EmailColorMode }
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const templates = await getPageRequestContext(context).call(listEmailTemplatesEndpoint, {})
  const template = templates.find(({ name }) => name === params.name)
  if (!template) throw new UserError(404, 'We don’t send an email by that name. Choose one under Emails.')
  const query = new URL(request.url).searchParams
  const options: PreviewOptions = {
    width: query.get('width') === 'phone' ? 'phone' : 'desktop',
    color: query.get('color') === 'dark' ? 'dark' : 'light',
  }
  return { template, options }
}

/** Shows an email with sample values, as HTML and as text. */
export function Page() {
  const { template, options } = useLoaderData<typeof loader>()
  const { name, title, sentWhen, subject, text, hasAttachment } = template
  return (
    <AdminPage
      title={`Email: ${title}`}
      heading={title}
      note={sentWhen}
      crumbs={[{ name: 'Overview', to: adminPaths.overview }, { name: 'Emails', to: adminPaths.emailTemplates }, { name: title }]}
    >
      <div className="grid grid-cols-1 gap-5 px-(--edge) pb-16">
        <Panel title={subject} note={`Sample values${hasAttachment ? ', with a PDF attached' : ''}`}>
          <div className="flex flex-wrap gap-3 p-4 md:px-5">
            <OptionLinks label="Width" name="width" choices={WIDTHS} options={options} />
            <OptionLinks label="Colors" name="color" choices={COLORS} options={options} />
          </div>
          <div className="overflow-x-auto bg-sand py-4">
            <iframe
              src={buildEmailTemplatePreviewUrl(name, options.color)}
              title={`Preview of the email: ${subject}`}
              className={`mx-auto block h-225 max-w-full border-0 ${options.width === 'phone' ? 'w-[360px]' : 'w-[700px]'}`}
            />
          </div>
        </Panel>
        <Panel title="As plain text" note="Email apps that can’t show HTML show this instead">
          <pre className="overflow-x-auto p-4 font-mono text-fine whitespace-pre-wrap wrap-anywhere md:px-5">{text}</pre>
        </Panel>
      </div>
    </AdminPage>
  )
}

function Panel({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="sheet">
      <header>
        <h2>{title}</h2>
        <p className="text-muted">{note}</p>
      </header>
      <div className="border-t-[1.5px] border-ink">{children}</div>
    </section>
  )
}

type OptionLinksProps = {
  label: string
  name: keyof PreviewOptions
  choices: Readonly<Record<string, string>>
  options: PreviewOptions
}

function OptionLinks({ label, name, choices, options }: OptionLinksProps) {
  const { pathname } = useLocation()
  return (
    <nav aria-label={label} className="switch">
      {Object.entries(choices).map(([value, choice]) => (
        <Link
          key={value}
          to={`${pathname}?${new URLSearchParams({ ...options, [name]: value })}`}
          replace
          preventScrollReset
          aria-current={options[name] === value ? 'true' : undefined}
        >
          {choice}
        </Link>
      ))}
    </nav>
  )
}
