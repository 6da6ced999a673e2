import robotsParser from 'robots-parser'
// @ts-expect-error The package has no types.
import robotsTxtParser from 'robots-txt-parser'
import { expect, it } from 'vitest'
import { BLOCKING_ROBOTS_TXT, buildRobotsTxt } from './robots-txt.ts'

const ORIGIN = 'https://shop.example'
const PAGE = `${ORIGIN}/pricing/`
const CALL = `${ORIGIN}/api/pricings`

/** Readers by name. Each returns whether a crawler may fetch a URL. */
const readers: Record<string, (robotsTxt: string) => (crawler: string, url: string) => boolean | undefined> = {
  'robots-parser': (robotsTxt) => {
    const robots = robotsParser(`${ORIGIN}/robots.txt`, robotsTxt)
    return (crawler, url) => robots.isAllowed(url, crawler)
  },
  'robots-txt-parser': (robotsTxt) => {
    const robots = robotsTxtParser()
    robots.parseRobots(ORIGIN, robotsTxt)
    return (crawler, url) => {
      robots.setUserAgent(crawler)
      return robots.canCrawlSync(url)
    }
  },
}

it.each(Object.keys(readers))('means the same to each crawler that reads it with %s', (name) => {
  const listNamedCrawlers = (robotsTxt: string) =>
    [...robotsTxt.matchAll(/^User-agent: (\w.*)$/gm)].map(([, crawler = '']) => crawler)
  for (const choice of ['Everything', 'Answers', 'Nothing']) {
    const robotsTxt = buildRobotsTxt(ORIGIN, choice)
    const mayFetch = readers[name]?.(robotsTxt)
    for (const crawler of listNamedCrawlers(buildRobotsTxt(ORIGIN, 'Nothing'))) {
      const isBlocked = listNamedCrawlers(robotsTxt).includes(crawler)
      expect([choice, crawler, mayFetch?.(crawler, PAGE)]).toEqual([choice, crawler, !isBlocked])
      expect([choice, crawler, mayFetch?.(crawler, CALL)]).toEqual([choice, crawler, false])
    }
    expect([mayFetch?.('Googlebot', PAGE), mayFetch?.('Googlebot', CALL)]).toEqual([true, false])
  }
  expect(readers[name]?.(BLOCKING_ROBOTS_TXT)('Googlebot', PAGE)).toBe(false)
})

it('has one group per crawler', () => {
  const groups = buildRobotsTxt(ORIGIN, 'Nothing').trim().split('\n\n').slice(0, -1)
  expect(groups.filter((group) => !/^User-agent: .+\nDisallow: .+$/.test(group))).toEqual([])
})
