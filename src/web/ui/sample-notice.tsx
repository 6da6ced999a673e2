type Props = { records: readonly { _sample?: true }[]; contentLabel: string }

/** Marks invented people and numbers until the owner replaces them (P-41). */
export function SampleNotice({ records, contentLabel }: Props) {
  if (!records.some(({ _sample }) => _sample)) return null
  return <p className="sample">Sample {contentLabel}: replace before launch</p>
}
