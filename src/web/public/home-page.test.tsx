import { expect, test } from 'vitest'
import { contentKinds } from '#contract/content-kinds.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import type { Viewer } from '#contract/core/viewer.ts'
import { buildContentRecordFixture } from '#tests/support/content-record-fixture.ts'
import { renderRoutes } from '#tests/support/render-routes.ts'
import { defineCachedPage } from '../define-page.ts'
import { createRootRoute } from '../root-route.tsx'
import { createSiteFrameRoute } from '../site-frame/site-route.ts'

const routes = [createRootRoute([createSiteFrameRoute([defineCachedPage('/', 'anyone', () => import('./home-page.tsx'))])])]

async function render(records: (contentKind: ContentKind) => unknown[], viewer: Viewer = { kind: 'visitor' }): Promise<string> {
  const call = (async ({ path }) => contentKinds.filter(({ api }) => api.list === path).flatMap(records)) as ApiCallFunction
  return renderRoutes(routes, new Request('https://example.com/'), { call, viewer, origin: 'https://example.com' })
}

const buildFilledRecords = (contentKind: ContentKind) => [
  buildContentRecordFixture(
    contentKind,
    contentKind.kind === 'work-step'
      ? { stepNumber: '01' }
      : contentKind.kind === 'pricing-package'
        ? { packagePrice: '499' }
        : {},
  ),
]

test('renders a name, a heading and a footer from an empty database, and no empty section', async () => {
  const html = await render(() => [])
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect(html).toContain('Rankstead')
  expect(html).toContain('<footer')
  expect(html).not.toContain('<section')
})

test('shows the sections in their fixed order, then the extras (P-134)', async () => {
  const html = await render(buildFilledRecords)
  const marks = [
    'bannerHeading',
    'FeaturesHeading',
    'aboutHeading',
    'happyClientsText',
    'packageButtonText',
    'serviceHeading',
    'testimonialHeading',
    'stepTitle',
    'videoSectionTitle',
    'teamHeading',
    'faqHeading',
    'subHeading',
  ]
  const positions = marks.map((mark) => html.indexOf(`>${mark}<`))
  expect(positions).not.toContain(-1)
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  expect(html.match(/<h1/g)).toHaveLength(1)
  for (const id of ['about-sec', 'pricing-sec', 'service-sec']) expect(html).toContain(`id="${id}"`)
})

test('the header links only pages that the viewer may open', async () => {
  const links = async (viewer: Viewer) => (await render(() => [], viewer)).match(/(?<=href=")\/(login|dashboard|admin)(?=")/g)
  expect(new Set(await links({ kind: 'visitor' }))).toEqual(new Set(['/login']))
  expect(new Set(await links({ kind: 'customer', email: 'a@example.com', userId: 'ada' }))).toEqual(new Set(['/dashboard']))
  expect(new Set(await links({ kind: 'admin', email: 'a@example.com', userId: 'ada' }))).toEqual(
    new Set(['/dashboard', '/admin']),
  )
})
