import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { sampleAuditFinding } from '#contract/content/kinds/sample-audit-finding.ts'
import { samplePageIntro, samplePageNames } from '#contract/content/kinds/sample-page-intro.ts'
import { samplePagePart } from '#contract/content/kinds/sample-page-part.ts'
import type { ContentRecord } from '#contract/core/content-kind.ts'
import type { PublicPageName } from '#contract/core/public-pages.ts'
import { buildContentRecordFixture } from '#tests/support/content-record-fixture.ts'
import { sortSampleFindingsByEffectAndEffort } from './sample-audit-findings.tsx'
import { SamplePageLinks } from './sample-page-links.tsx'
import { section } from './section.tsx'
import { parseLeadingNumber } from './text-table-view.tsx'

const sheets = samplePageNames.map((samplePage) => buildContentRecordFixture(samplePageIntro, { _id: samplePage, samplePage }))

type PartValues = Partial<ContentRecord<typeof samplePagePart>>

/** Renders a page of samples that has one part. */
function renderSamplePage(part: PartValues, page: PublicPageName = 'Sample report'): string {
  const parts = [buildContentRecordFixture(samplePagePart, { samplePage: 'Sample report', ...part })]
  const findings = [buildContentRecordFixture(sampleAuditFinding, { effect: 'High', effort: 'Small' })]
  const content = { [samplePageIntro.kind]: sheets, [samplePagePart.kind]: parts, [sampleAuditFinding.kind]: findings }
  return renderToStaticMarkup(section.render(content, page))
}

const findCells = (html: string) => [...html.matchAll(/<(?:th|td)(?: [^>]*)?>(.*?)<\/(?:th|td)>/g)].map(([, text = '']) => text)

describe('charts by month', () => {
  const figures = 'Month | Calls | Visits\nMay | 50 | 1,000\nJune | 100 | 500'

  it('draw a stepped line for each column on its own scale from zero, and describe all figures', () => {
    const html = renderSamplePage({ look: 'Charts by month', figures })
    expect(html.match(/(?<=<path class="trend-line" d=")[^"]+/g)).toEqual(['M0 46H120V8H240', 'M0 8H120V46H240'])
    expect(html).toMatch(/<title id="[^"]+">Calls<\/title><desc id="[^"]+">May 50, June 100<\/desc>/)
    const [, ids = ''] = /role="img" aria-labelledby="([^"]+)"/.exec(html) ?? []
    for (const id of ids.split(' ')) expect(html).toContain(` id="${id}"`)
  })

  it('stand above the table of their figures', () => {
    expect(findCells(renderSamplePage({ look: 'Charts by month', figures }))).toEqual(figures.split(/ \| |\n/))
  })

  it('skip text that is no number, and work without any number', () => {
    const html = renderSamplePage({ look: 'Charts by month', figures: 'Month | Calls\nMay | 50\nJune | not counted' })
    expect(html).toContain('d="M0 8H240"')
    expect(html).toContain('not counted')
    expect(renderSamplePage({ look: 'Charts by month', figures: 'Month | Calls\nMay | none' })).not.toMatch(
      /NaN|Infinity|undefined/,
    )
  })
})

describe('bars', () => {
  const findBarLengths = (figures: string) => renderSamplePage({ look: 'Bars', figures }).match(/(?<=d="M0 0H)[\d.]+/g)

  it('are relative to the largest number, or to the number in the column name', () => {
    expect(findBarLengths('State | Pages\nA | 1,000\nB | 250')).toEqual(['100', '25'])
    expect(findBarLengths('Area | Score of 100\nA | 40\nB | 140\nC | -3\nD | none')).toEqual(['40', '100', '0', '0'])
  })
})

describe('positions', () => {
  it('group searches by neighborhood and show each change: a smaller number is a rise', () => {
    const html = renderSamplePage({
      look: 'Positions',
      figures: 'Where | Search | Sep | Oct\nA | a | 9 | 6\nA | b | 6 | 9\nB | c | 4 | 4',
    })
    expect(html.match(/scope="rowgroup"/g)).toHaveLength(2)
    expect(html.match(/↑ 3|↓ 3|>0</g)).toEqual(['↑ 3', '↓ 3', '>0<'])
  })

  it('show no change if a position is unknown', () => {
    expect(renderSamplePage({ look: 'Positions', figures: 'Where | Search | Sep | Oct\nA | a | not found | 6' })).not.toMatch(
      /↑|↓|NaN/,
    )
  })
})

describe('a table', () => {
  it('marks with text the numbers above the limit in the column name', () => {
    const html = renderSamplePage({
      look: 'Table',
      figures: 'Page | LCP (target: 2.5 s or less) | INP\nHome | 4.8 s | 900\nContact | 2.5 s | 90',
    })
    expect(html.match(/<span class="over">/g)).toHaveLength(1)
    expect(html).toContain('4.8 s<span class="over">too high</span>')
  })

  it('names the column in each cell of text, for narrow screens', () => {
    expect(renderSamplePage({ look: 'Table', figures: 'Days | Work\n1 to 5 | Telephone' })).toContain('data-name="Work"')
    expect(renderSamplePage({ look: 'Table', figures: 'Month | Calls\nMay | 5' })).not.toContain('data-name')
  })
})

describe('the findings', () => {
  it("are sorted by effect, then by effort, then in the owner's order", () => {
    const findings = ['Low Small', 'High Large', 'High Small', 'Medium Small', 'High Small'].map((levels, index) => {
      const [effect = '', effort = ''] = levels.split(' ')
      return buildContentRecordFixture(sampleAuditFinding, { _id: `${index}`, effect, effort })
    })
    expect(sortSampleFindingsByEffectAndEffort(findings).map(({ _id }) => _id)).toEqual(['2', '4', '1', '3', '0'])
  })

  it('appear by number in an illustration, and in its description', () => {
    const html = renderSamplePage({ look: 'Findings' })
    expect(html).toMatch(/<desc id="[^"]+">1: High, Small<\/desc>/)
    expect(html).toMatch(/class="matrix-numbers"[^>]*>1<\/text>/)
  })
})

describe('a sample page', () => {
  it('shows only its own sheet and parts, and is marked as a sample', () => {
    const report = renderSamplePage({ look: 'Text', partText: 'Only here.' })
    expect(report).toContain('Only here.')
    expect(report).toContain('<p class="sample">Sample: made-up brokerage, made-up figures</p>')
    expect(renderSamplePage({ look: 'Text', partText: 'Only here.' }, 'Sample audit')).not.toContain('Only here.')
  })

  it('shows a tick for each line of a list', () => {
    expect(
      renderSamplePage({ look: 'List', partText: 'One\n\nTwo\n' })
        .match(/class="ticks".*?<\/ul>/)?.[0]
        .match(/<li>/g),
    ).toHaveLength(2)
  })

  it('escapes typed markup', () => {
    const markup = '<img src=x onerror=alert(1)>'
    for (const look of ['Text', 'List', 'Table', 'Charts by month', 'Bars', 'Positions', 'Unknown']) {
      const html = renderSamplePage({
        look,
        partText: markup,
        figures: `${markup} | ${markup} | b | c\n${markup} | ${markup} | 1 | 2`,
      })
      expect(html).not.toContain('<img')
    }
  })

  it('shows nothing without a sheet, and nothing links to it', () => {
    expect(renderToStaticMarkup(section.render({}, 'Sample report'))).toBe('')
    const links = renderToStaticMarkup(<SamplePageLinks sheets={sheets.slice(1)} report="The report" audit="The audit" />)
    expect(links).toContain('href="/sample-audit"')
    expect(links).not.toContain('href="/sample-report"')
  })
})

it('reads numbers as people write them', () => {
  expect(['1,620', '4.8 s', '-3', ' 64', '81 %'].map(parseLeadingNumber)).toEqual([1620, 4.8, -3, 64, 81])
  expect(['', 'none', '$5', '.5'].map(parseLeadingNumber)).toEqual([undefined, undefined, undefined, undefined])
})
