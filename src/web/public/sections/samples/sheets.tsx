import type { samplePages, sampleSheet } from '../../../../contract/content/kinds/sample-sheet.ts'
import type { sampleWords } from '../../../../contract/content/kinds/sample-words.ts'
import type { RecordOf } from '../../../../contract/grammar/content-kind.ts'
import { publicPage } from '../../../../contract/grammar/public-pages.ts'
import type { WordsOf } from '../../../../contract/grammar/words.ts'
import { ArrowLink } from '../../../ui/link-button.tsx'

export type SamplePage = (typeof samplePages)[number]
export type Sheets = readonly RecordOf<typeof sampleSheet>[]
export type SampleWords = WordsOf<typeof sampleWords>

/** The head of a page's sheet; without it nothing may lead there. */
export function sheetOf(page: SamplePage, sheets: Sheets) {
  return sheets.find(({ samplePage }) => samplePage === page)
}

/** What a page says of itself, also while there is no sheet on it. */
export function introductionOf(page: SamplePage, sheets: Sheets, { nothingYet }: SampleWords): { title: string; lead: string } {
  const sheet = sheetOf(page, sheets)
  return sheet ? { title: sheet.heading, lead: sheet.lead } : { title: page, lead: nothingYet }
}

type Props = { sheets: Sheets; report?: string; audit?: string }

/** The ways to the samples, with these words; to none that is not there. */
export function SampleLinks({ sheets, report, audit }: Props) {
  const links: [SamplePage, string | undefined][] = [
    ['Sample report', report],
    ['Sample audit', audit],
  ]
  return links.map(
    ([name, text]) =>
      text &&
      sheetOf(name, sheets) && (
        <ArrowLink key={name} href={publicPage(name).path}>
          {text}
        </ArrowLink>
      ),
  )
}
