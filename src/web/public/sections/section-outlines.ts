import { type SectionOutline, sortSectionsByPageOrder } from '../define-public-section.tsx'

/** All sections of the public pages in page order, without views, so that the editor loads no page. */
export const sectionOutlines: readonly SectionOutline[] = sortSectionsByPageOrder(
  Object.values(import.meta.glob<SectionOutline>('./*/section.tsx', { eager: true, import: 'outline' })),
)
