import type { BrowserContext, Page } from 'playwright-core'
import { contentKinds } from '../src/contract/content-kinds.ts'
import { type ContentKind, editorOf } from '../src/contract/grammar/content-kind.ts'
import { launchChromium } from '../tests/support/chromium.ts'
import { budgets } from './budgets.ts'
import { cookiesFor, scratchFolder, signIn, startProduct } from './support/product.ts'
import { median } from './support/rounds.ts'
import { figureRow, type Row } from './support/table.ts'

const FORMS = 3
const KEYS = 'Found street by street, as fast as it is typed.'
/** Between two keys, in ms: a quick typist. */
const PAUSE = 80
const SLOWDOWNS = [1, 4]

/** Milliseconds from a key to the next frame of the form, and to its letter in the preview. */
type Key = { frame: number; drawn?: number }

/** Typing in the largest forms with the live preview beside them (docs/decisions/0046). */
export async function typing() {
  const folder = scratchFolder()
  const product = await startProduct(folder.path)
  const origin = `http://127.0.0.1:${product.port}`
  const cookie = await signIn(product)
  const browser = await launchChromium()
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 1000 } })
  await context.addCookies(cookiesFor(origin, cookie))
  const rows: Row[] = []
  for (const contentKind of largestForms()) {
    for (const slowdown of SLOWDOWNS) rows.push(...rowsOf(contentKind, slowdown, await typeInto(contentKind, slowdown, context)))
  }
  await browser.close()
  await product.stop()
  folder.remove()
  return { title: 'typing in the largest forms, the preview beside them', rows }
}

/** Of what visitors see, so that there is a preview. */
function largestForms(): ContentKind[] {
  const seen = contentKinds.filter(({ shownOn, api }) => shownOn.length > 0 && api.update !== undefined)
  const size = ({ fields }: ContentKind) => Object.keys(fields).length
  return seen.toSorted((a, b) => size(b) - size(a)).slice(0, FORMS)
}

async function typeInto(contentKind: ContentKind, slowdown: number, context: BrowserContext): Promise<Key[]> {
  const page = await context.newPage()
  const [record] = (await (await page.request.get(`/api${contentKind.api.list}`)).json()) as ({ _id: string } & Record<
    string,
    string
  >)[]
  if (!record) throw new Error(`The demo content has no ${contentKind.kind}`)
  await page.goto(editorOf(contentKind, record)?.path.replace(':id', record._id) ?? '')
  await page.frameLocator('iframe').locator('h1').first().waitFor()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const [field = ''] = Object.entries(contentKind.fields).find(([, { input, hidden }]) => input === 'text' && !hidden) ?? []
  await page.locator(`#edit-${contentKind.kind}-${field}`).focus()
  await watchKeys(page)
  await page.keyboard.type(KEYS, { delay: PAUSE * slowdown })
  await page.waitForLoadState('networkidle')
  const keys = await page.evaluate(() => (window as unknown as { keys: Key[] }).keys)
  await page.close()
  return keys
}

/** Notes each key of the focused field; the time of an event is when the key came in, however late it is looked at. */
function watchKeys(page: Page): Promise<void> {
  return page.evaluate(() => {
    const keys: { frame: number; drawn?: number }[] = []
    Object.assign(window, { keys })
    document.activeElement?.addEventListener('input', ({ timeStamp }) => {
      const key: { frame: number; drawn?: number } = { frame: Number.NaN }
      keys.push(key)
      requestAnimationFrame(() => setTimeout(() => Object.assign(key, { frame: performance.now() - timeStamp })))
      const drawn = document.querySelector('iframe')?.contentDocument?.body
      const watch = new MutationObserver(() => {
        key.drawn = performance.now() - timeStamp
        watch.disconnect()
      })
      if (drawn) watch.observe(drawn, { subtree: true, childList: true, characterData: true })
    })
  })
}

function rowsOf({ title }: ContentKind, slowdown: number, keys: readonly Key[]): Row[] {
  const what = slowdown === 1 ? title : `${title}, processor slowed ${slowdown} times`
  const frames = keys.map(({ frame }) => frame)
  const drawn = keys.flatMap((key) => key.drawn ?? [])
  return [
    figureRow(
      `${what}: key to next frame`,
      median(frames),
      budgets.keyToFrame,
      `${keys.length} keys, slowest ${Math.round(Math.max(...frames))} ms`,
    ),
    figureRow(
      `${what}: key to preview`,
      median(drawn),
      budgets.keyToPreview,
      `${drawn.length} keys, slowest ${Math.round(Math.max(...drawn))} ms`,
    ),
  ]
}
