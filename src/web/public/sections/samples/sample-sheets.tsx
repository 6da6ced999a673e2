import type { sampleCopy } from '../../../../contract/content/kinds/sample-copy.ts'
import type { samplePageNames, sampleSheet } from '../../../../contract/content/kinds/sample-sheet.ts'
import type { ContentRecord } from '../../../../contract/core/content-kind.ts'
import type { CopyText } from '../../../../contract/core/copy-kind.ts'
import { getPublicPage } from '../../../../contract/core/public-pages.ts'
import { ArrowLink } from '../../../ui/link-button.tsx'

export type SamplePage = (typeof samplePageNames)[number]
export type SampleSheets = readonly ContentRecord<typeof sampleSheet>[]
export type SampleCopy = CopyText<typeof sampleCopy>

/** The head of a page's sheet; without it nothing may lead there. */
export function findSampleSheet(page: SamplePage, sheets: SampleSheets) {
  return sheets.find(({ samplePage }) => samplePage === page)
}

/** What a page says of itself, also while there is no sheet on it. */
export function getSampleIntroduction(
  page: SamplePage,
  sheets: SampleSheets,
  { nothingYet }: SampleCopy,
): { title: string; lead: string } {
  const sheet = findSampleSheet(page, sheets)
  return sheet ? { title: sheet.heading, lead: sheet.lead } : { title: page, lead: nothingYet }
}

type Props = { sheets: SampleSheets; report?: string; audit?: string }

/** The ways to the samples, with these words; to none that is not there. */
export function SampleLinks({ sheets, report, audit }: Props) {
  const links: [SamplePage, string | undefined][] = [
    ['Sample report', report],
    ['Sample audit', audit],
  ]
  return links.map(
    ([name, text]) =>
      text &&
      findSampleSheet(name, sheets) && (
        <ArrowLink key={name} href={getPublicPage(name).path}>
          {text}
        </ArrowLink>
      ),
  )
}
