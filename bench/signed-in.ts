import { banner } from '../src/contract/content/kinds/banner.ts'
import { editorOf } from '../src/contract/grammar/content-kind.ts'
import { launchChromium } from '../tests/support/chromium.ts'
import { budgets } from './budgets.ts'
import { cookiesFor, scratchFolder, signIn, startProduct } from './support/product.ts'
import { type Sent, sentFor, weightOf } from './support/sent.ts'
import { figureRow, type Row } from './support/table.ts'

const CUSTOMER_PAGES = ['/dashboard', '/my-order', '/pending-order', '/account']

/** The scripts of pages for those who are logged in: customers get the public one, an admin's first editor what makes it live. */
export async function signedIn() {
  const folder = scratchFolder()
  const product = await startProduct(folder.path)
  const origin = `http://127.0.0.1:${product.port}`
  const cookie = await signIn(product)
  const browser = await launchChromium()

  /** Each time a browser that has nothing yet. */
  async function scriptsOf(path: string): Promise<Sent[]> {
    const context = await browser.newContext({ baseURL: origin })
    await context.addCookies(cookiesFor(origin, cookie))
    // What the page leaves until it has nothing better to do comes after it is live.
    await context.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
    const sent = await sentFor(await context.newPage(), origin + path)
    await context.close()
    return sent.filter(({ type }) => type === 'script')
  }

  const known = (await scriptsOf('/')).map(({ url }) => url.pathname)
  const rows: Row[] = []
  for (const path of CUSTOMER_PAGES) {
    const others = (await scriptsOf(path)).filter(({ url }) => !known.includes(url.pathname))
    rows.push(figureRow(`${path}: scripts other than the public one`, others.length, budgets.customerScript, namesOf(others)))
  }
  const [record] = (await (await fetch(`${origin}/api${banner.api.list}`)).json()) as ({ _id: string } & Record<string, string>)[]
  if (!record) throw new Error('The demo content has no banner')
  const editor = await scriptsOf(editorOf(banner, record)?.path.replace(':id', record._id) ?? '')
  rows.push(figureRow('first editor: script files until it is live', editor.length, budgets.editorFiles, namesOf(editor)))
  rows.push(figureRow('first editor: their bytes', weightOf(editor), budgets.editorBytes))
  await browser.close()
  await product.stop()
  folder.remove()
  return { title: 'scripts of pages for those who are logged in, KB of 1024 bytes, as encoded', rows }
}

function namesOf(sent: readonly Sent[]): string {
  return sent.map(({ url }) => url.pathname.split('/').at(-1)).join(' ')
}
