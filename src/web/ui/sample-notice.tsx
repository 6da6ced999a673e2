type Props = { records: readonly { _sample?: true }[]; contentLabel: string }

/** Says that invented people or numbers are invented, until the owner replaces them. */
export function SampleNotice({ records, contentLabel }: Props) {
  if (!records.some(({ _sample }) => _sample)) return null
  return <p className="sample">Sample {contentLabel}: replace before launch</p>
}
