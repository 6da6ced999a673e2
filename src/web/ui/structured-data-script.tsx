/** Facts for search engines. A data block, not a script: the content policy needs no exception for it. */
export function StructuredDataScript({ graph }: { graph: readonly object[] }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no markup is left
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}
