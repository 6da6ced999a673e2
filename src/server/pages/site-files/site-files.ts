import type { FastifyInstance } from 'fastify'
import type { PageChange } from '../../content/content.ts'
import type { ContentVersion } from '../../db/content-version.ts'
import { SPECULATION_RULES } from '../../http/headers.ts'
import { type Encodings, encodeWell } from '../encodings.ts'
import { keptValue } from '../kept-value.ts'
import { robots } from './robots.ts'
import { sendFile } from './send-file.ts'
import { sitemap } from './sitemap.ts'
import { speculationRules } from './speculation-rules.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

type Parts = {
  origin: string
  contentVersion: ContentVersion
  readPageChanges: () => Promise<readonly PageChange[]>
  /** Proves to search engines that what is told of this site comes from it. */
  indexNowKey: string | undefined
}

/** The files that programs ask a site for. */
export function registerSiteFiles(app: FastifyInstance, { origin, contentVersion, readPageChanges, indexNowKey }: Parts): void {
  function serve(path: string, type: string, maxAge: number, read: () => Promise<Encodings>): void {
    app.get(path, async (request, reply) => sendFile(request, reply, { type, maxAge, encodings: await read() }))
  }
  const fixed = (text: string) => {
    const encodings = encodeWell(text)
    return () => encodings
  }
  const current = keptValue(contentVersion, async () => encodeWell(sitemap(origin, await readPageChanges())))

  serve('/sitemap.xml', 'application/xml; charset=utf-8', 0, current)
  serve('/robots.txt', 'text/plain; charset=utf-8', HOUR, fixed(robots(origin)))
  serve(SPECULATION_RULES, 'application/speculationrules+json', DAY, fixed(speculationRules()))
  if (indexNowKey) serve(`/${indexNowKey}.txt`, 'text/plain; charset=utf-8', 0, fixed(indexNowKey))
}
