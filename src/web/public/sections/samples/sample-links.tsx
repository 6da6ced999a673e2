import { publicPage } from '../../../../contract/public-pages.ts'
import { ArrowLink } from '../../../ui/link-button.tsx'
import { type SamplePage, type Sheets, sheetOf } from './sheets.ts'

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
