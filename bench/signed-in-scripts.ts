import { banner } from '../src/contract/content/kinds/banner.ts'
import { findEditorPageForRecord } from '../src/contract/core/content-kind.ts'
import { launchChromium } from '../tests/support/chromium.ts'
import { budgets } from './budget-definitions.ts'
import { createScratchFolder, signInAsAdmin, startProduct, toBrowserCookies } from './support/product-server.ts'
import { type PageRequest, recordPageRequests, sumKilobytes } from './support/record-page-requests.ts'
import { buildFigureRow, type ReportRow } from './support/report-table.ts'

const CUSTOMER_PAGES = ['/dashboard', '/my-order', '/pending-order', '/account']

/** Measures the scripts of signed-in pages: customer pages may load only the public one, an editor what hydrates it. */
export async function benchmarkSignedInScripts() {
  const folder = createScratchFolder()
  const product = await startProduct(folder.path)
  const origin = `http://127.0.0.1:${product.port}`
  const cookie = await signInAsAdmin(product)
  const browser = await launchChromium()

  /** Lists the scripts that a browser with an empty cache loads. */
  async function listScripts(path: string): Promise<PageRequest[]> {
    const context = await browser.newContext({ baseURL: origin })
    await context.addCookies(toBrowserCookies(origin, cookie))
    // Skips scripts that load when the page is idle, after hydration.
    await context.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
    const pageRequests = await recordPageRequests(await context.newPage(), origin + path)
    await context.close()
    return pageRequests.filter(({ type }) => type === 'script')
  }

  const publicScripts = (await listScripts('/')).map(({ url }) => url.pathname)
  const rows: ReportRow[] = []
  for (const path of CUSTOMER_PAGES) {
    const others = (await listScripts(path)).filter(({ url }) => !publicScripts.includes(url.pathname))
    rows.push(
      buildFigureRow(`${path}: scripts other than the public one`, others.length, budgets.customerScript, joinFileNames(others)),
    )
  }
  const [record] = (await (await fetch(`${origin}/api${banner.api.list}`)).json()) as ({ _id: string } & Record<string, string>)[]
  if (!record) throw new Error('The demo content has no banner')
  const editor = await listScripts(findEditorPageForRecord(banner, record)?.path.replace(':id', record._id) ?? '')
  rows.push(
    buildFigureRow('first editor: script files until it responds', editor.length, budgets.editorFiles, joinFileNames(editor)),
  )
  rows.push(buildFigureRow('first editor: their bytes', sumKilobytes(editor), budgets.editorBytes))
  await browser.close()
  await product.stop()
  folder.remove()
  return { title: 'scripts of signed-in pages, in KB of 1024 bytes, as encoded', rows }
}

function joinFileNames(pageRequests: readonly PageRequest[]): string {
  return pageRequests.map(({ url }) => url.pathname.split('/').at(-1)).join(' ')
}
