import { type SectionKindsAndMiniature, sortSectionsByPageOrder } from '../public-section.tsx'

/** All sections of the public pages in page order, without views, so that the editor loads no page. */
export const sectionKindsAndMiniatures: readonly SectionKindsAndMiniature[] = sortSectionsByPageOrder(
  Object.values(
    import.meta.glob<SectionKindsAndMiniature>('./*/section.tsx', { eager: true, import: 'sectionKindsAndMiniature' }),
  ),
)
