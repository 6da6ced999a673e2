type Props = { records: readonly { _sample?: true }[]; what: string }

/** Says that invented people or numbers are invented, until the owner replaces them. */
export function SampleMark({ records, what }: Props) {
  if (!records.some(({ _sample }) => _sample)) return null
  return <p className="sample">Sample {what}: replace before launch</p>
}
