import { type LaunchedChrome, launch } from 'chrome-launcher'
import lighthouse, { type Flags, type Result } from 'lighthouse'
import { CHROMIUM_ARGUMENTS, findInstalledChromium } from '../../tests/support/chromium.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const ATTEMPTS = 3
const LCP = 'largest-contentful-paint'
const TBT = 'total-blocking-time'

/** What Lighthouse says of one page as a phone sees it: scores of 0 to 100, times in ms. */
export type AuditResult = {
  categories: { name: string; score: number; failing: readonly string[] }[]
  lcp: number
  cls: number
  /** What the page asked for while it loaded. */
  requestedUrls: readonly URL[]
}

/**
 * A browser that Lighthouse can drive. Throws where there is only the one that an npm package carries: driven by
 * Lighthouse it gives up every page that comes with a Referrer-Policy header (seen with 147.0.0; Debian's 156 does not).
 */
export async function launchAuditBrowser(): Promise<LaunchedChrome> {
  const browser = findInstalledChromium()
  if (!browser) throw new Error('Lighthouse needs a Chromium or Chrome of the machine: install one, or name it in CHROMIUM_PATH.')
  const chrome = await launch({
    chromePath: browser.executablePath,
    envVars: browser.env,
    chromeFlags: CHROMIUM_ARGUMENTS,
    handleSIGINT: false,
  })
  process.once('exit', chrome.kill)
  return chrome
}

/** All four categories, under Lighthouse's own simulated phone and network. */
export async function auditPage(chrome: LaunchedChrome, address: string): Promise<AuditResult> {
  const { categories, audits } = await runLighthouse(chrome, address, { onlyCategories: CATEGORIES })
  const { details } = audits['network-requests'] ?? {}
  const requests = details?.type === 'table' ? details.items : []
  return {
    categories: Object.values(categories).map(({ title, score, auditRefs }) => ({
      name: title,
      score: Math.round((score ?? 0) * 100),
      failing: auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => id),
    })),
    lcp: getNumericValue(audits[LCP]),
    cls: getNumericValue(audits['cumulative-layout-shift']),
    requestedUrls: requests.map(({ url }) => new URL(String(url))),
  }
}

/** The largest paint and how long the page was deaf before it could be used, in ms. */
export async function measureLcpAndTbt(chrome: LaunchedChrome, address: string): Promise<{ lcp: number; tbt: number }> {
  const { audits } = await runLighthouse(chrome, address, { onlyAudits: [LCP, TBT] })
  return { lcp: getNumericValue(audits[LCP]), tbt: getNumericValue(audits[TBT]) }
}

/** Throws where the page could not be looked at. */
async function runLighthouse(chrome: LaunchedChrome, address: string, flags: Flags, attempt = 1): Promise<Result> {
  const { lhr } = (await lighthouse(address, { port: chrome.port, logLevel: 'silent', ...flags })) ?? {}
  // Now and then the browser's trace lacks its beginning; Lighthouse says so itself, and that nothing was measured.
  const isUnmeasured = Object.values(lhr?.audits ?? {}).some(({ errorMessage }) => errorMessage?.includes('NO_NAVSTART'))
  if (isUnmeasured && attempt < ATTEMPTS) {
    console.log(`Lighthouse on ${address}: no trace at attempt ${attempt}, measured again`)
    return runLighthouse(chrome, address, flags, attempt + 1)
  }
  if (!lhr || lhr.runtimeError) throw new Error(`Lighthouse on ${address}: ${lhr?.runtimeError?.message ?? 'no result'}`)
  return lhr
}

function getNumericValue(figure: Result['audits'][string] | undefined): number {
  if (figure?.numericValue === undefined) throw new Error(`Lighthouse has no figure: ${figure?.errorMessage}`)
  return figure.numericValue
}
