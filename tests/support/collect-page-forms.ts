import { loadPageRenderer } from '#server/site/pages/load-page-renderer.ts'
import { type Role, roles, type TestApp } from './test-app.ts'

/** A form as `role` sees it: its action, its hidden values and its fields. */
export type PageForm = { role: Role; path: string; hidden: Record<string, string>; fieldNames: string[] }

const ID = '00000000-0000-4000-8000-000000000000'

/** Lists each form of each page, once for each role that sees it. */
export async function listPageForms(site: TestApp): Promise<PageForm[]> {
  const { pages } = await loadPageRenderer()
  const forms = new Map<string, PageForm>()
  for (const page of pages.map(({ path }) => path.replace(':id', ID))) {
    for (const role of roles) {
      const { text } = await site.request('GET', page, { as: role })
      for (const [, tag = '', inside = ''] of text.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)) {
        if (getAttribute(tag, 'method') !== 'post') continue
        const fields = [...inside.matchAll(/<(?:input|textarea|select)([^>]*)>/g)].map(([, field = '']) => field)
        const hidden = fields.filter((field) => getAttribute(field, 'type') === 'hidden')
        const form = {
          role,
          path: getAttribute(tag, 'action') ?? page,
          hidden: Object.fromEntries(
            hidden.map((field) => [getAttribute(field, 'name') ?? '', getAttribute(field, 'value') ?? '']),
          ),
          fieldNames: [...new Set(fields.map((field) => getAttribute(field, 'name')).filter((name) => name !== undefined))],
        }
        forms.set(JSON.stringify([role, form.path, form.fieldNames]), form)
      }
    }
  }
  return [...forms.values()]
}

function getAttribute(tag: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&')
}
