import type { sampleCopy } from '../../../../contract/content/kinds/sample-copy.ts'
import type { samplePageNames, sampleSheet } from '../../../../contract/content/kinds/sample-sheet.ts'
import type { ContentRecord } from '../../../../contract/core/content-kind.ts'
import type { CopyText } from '../../../../contract/core/copy-kind.ts'
import { getPublicPage } from '../../../../contract/core/public-pages.ts'
import { ArrowLink } from '../../../ui/link-button.tsx'

export type SamplePage = (typeof samplePageNames)[number]
export type SampleSheets = readonly ContentRecord<typeof sampleSheet>[]
export type SampleCopy = CopyText<typeof sampleCopy>

/** Returns the sheet of a sample page. Without a sheet, the page doesn't exist. */
export function findSampleSheet(page: SamplePage, sheets: SampleSheets) {
  return sheets.find(({ samplePage }) => samplePage === page)
}

type Props = { sheets: SampleSheets; report?: string; audit?: string }

/** Links the sample pages that have a sheet. */
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
