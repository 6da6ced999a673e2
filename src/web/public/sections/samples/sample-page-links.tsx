import type { sampleCopy } from '#contract/content/kinds/sample-copy.ts'
import type { samplePageIntro, samplePageNames } from '#contract/content/kinds/sample-page-intro.ts'
import type { ContentRecord } from '#contract/core/content-kind.ts'
import type { CopyKindTexts } from '#contract/core/define-page-copy-kind.ts'
import { getPublicPage } from '#contract/core/public-pages.ts'
import { ArrowLink } from '#web/ui/link-button.tsx'

export type SamplePageName = (typeof samplePageNames)[number]
export type SamplePageIntroRecords = readonly ContentRecord<typeof samplePageIntro>[]
export type SampleCopy = CopyKindTexts<typeof sampleCopy>

/** Returns the sheet of a sample page. Without a sheet, the page doesn't exist. */
export function findSamplePageIntro(page: SamplePageName, sheets: SamplePageIntroRecords) {
  return sheets.find(({ samplePage }) => samplePage === page)
}

type Props = { sheets: SamplePageIntroRecords; report?: string; audit?: string }

/** Links the sample pages that have a sheet. */
export function SamplePageLinks({ sheets, report, audit }: Props) {
  const links: [SamplePageName, string | undefined][] = [
    ['Sample report', report],
    ['Sample audit', audit],
  ]
  return links.map(
    ([name, text]) =>
      text &&
      findSamplePageIntro(name, sheets) && (
        <ArrowLink key={name} href={getPublicPage(name).path}>
          {text}
        </ArrowLink>
      ),
  )
}
