import { withDatabaseSnapshot } from '#platform/db/read-database-snapshot.ts'
import { computeSiteId, readSiteAddress, SITE_ID_HEADER, SITE_ID_SECRET } from '#platform/db/site-id.ts'
import { findSharedSecret } from '#platform/secrets/secrets.ts'
import type { Config } from '../../config/config.ts'
import { type DoctorFinding, reportOk, reportProblem, reportWarning } from './doctor-check.ts'

const TIMEOUT_MS = 10_000

/** What answers at an address: this site, another site, another program, or nothing. */
type Answer = { kind: 'this' | 'unknown' | 'other' } | { kind: 'program'; status: number } | { kind: 'nothing'; reason: string }

/** Checks that ORIGIN leads to the site of this database, and that its page and all files of it can be loaded. */
export async function checkAddress(config: Config): Promise<DoctorFinding | DoctorFinding[]> {
  const [origin] = config.origins
  const siteId = await findSiteId(config)
  const answer = await askWhoAnswers(origin, siteId)
  if (answer.kind === 'this') return [reportOk(`${origin} leads to this site.`), await checkPage(origin)]
  // A site that never started with this version has no id.
  if (answer.kind === 'unknown') return reportOk(`${origin} leads to a Rankstead site.`)
  const lastAddress = readSiteAddress(config.dataDir)
  if (lastAddress && lastAddress !== origin && (await askWhoAnswers(lastAddress, siteId)).kind === 'this') {
    const found = `This site runs at ${lastAddress}, but this command looked at ${origin}. Run it with the site’s ORIGIN and PORT.`
    return [reportWarning(found), await checkPage(lastAddress)]
  }
  return reportProblem(describeAnswer(origin, answer))
}

function describeAnswer(origin: string, answer: Answer): string {
  if (answer.kind === 'nothing')
    return `${origin} cannot be reached from here (${answer.reason}). Start the site, or check ORIGIN, its name and its certificate.`
  if (answer.kind === 'program') return `${origin} is answered by another program (${answer.status}). Check ORIGIN and the proxy.`
  return `${origin} is answered by another Rankstead site, not the one with this data. Check ORIGIN, PORT and DATA_DIR.`
}

async function findSiteId(config: Config): Promise<string | undefined> {
  try {
    return await withDatabaseSnapshot(config, async ({ db }) => {
      const secret = await findSharedSecret(db, SITE_ID_SECRET)
      return secret === undefined ? undefined : computeSiteId(db, secret, config)
    })
  } catch {
    // The database has a check of its own.
    return undefined
  }
}

async function askWhoAnswers(origin: string, siteId: string | undefined): Promise<Answer> {
  try {
    const response = await fetch(`${origin}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const body: unknown = await response.json().catch(() => undefined)
    if (!response.ok || (body as { status?: unknown } | undefined)?.status !== 'alive')
      return { kind: 'program', status: response.status }
    if (siteId === undefined) return { kind: 'unknown' }
    return { kind: response.headers.get(SITE_ID_HEADER) === siteId ? 'this' : 'other' }
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
    return { kind: 'nothing', reason: cause?.code ?? cause?.message ?? message }
  }
}

/** Matches the files of this site that a page or a style sheet loads. */
const FILE_URL = /(?:href|src)="(\/assets\/[^"]+|\/[^"/]+\.(?:svg|png|ico|webmanifest))"|url\(["']?(\/assets\/[^"')]+)/g

/** Loads the first page as a browser does, with its styles, scripts, fonts and images. */
async function checkPage(origin: string): Promise<DoctorFinding> {
  const page = await load(`${origin}/`)
  if (page.status !== 200) return reportProblem(`The page at ${origin}/ can’t be loaded (${page.status}).`)
  const failures: string[] = []
  const urls = new Set(listFileUrls(page.text))
  // The set grows by the files of style sheets.
  for (const url of urls) {
    const { status, type, text } = await load(origin + url)
    if (status !== 200 || type.startsWith('text/html')) failures.push(`${url} (${status})`)
    if (type.startsWith('text/css')) for (const more of listFileUrls(text)) urls.add(more)
  }
  if (urls.size === 0) return reportProblem(`The page at ${origin}/ has no styles and no scripts. Build the site again.`)
  if (failures.length === 0) return reportOk(`The page at ${origin}/ and its ${urls.size} files can be loaded.`)
  const shown = failures.slice(0, 3).join(', ') + (failures.length > 3 ? ` and ${failures.length - 3} more` : '')
  return reportProblem(
    `${failures.length} of the ${urls.size} files of ${origin}/ can’t be loaded: ${shown}. Visitors see it without styles, scripts or fonts. Build the site again, or check the proxy.`,
  )
}

function listFileUrls(text: string): string[] {
  return [...text.matchAll(FILE_URL)].map(([, attribute, inStyle]) => attribute ?? inStyle ?? '')
}

async function load(url: string): Promise<{ status: number; type: string; text: string }> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() }
}
