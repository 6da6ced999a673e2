import { type SectionWithoutView, sortSectionsByPageOrder } from '../define-public-section.tsx'

/** All sections of the public pages in page order, without views, so that the editor loads no page. */
export const sectionsWithoutViews: readonly SectionWithoutView[] = sortSectionsByPageOrder(
  Object.values(import.meta.glob<SectionWithoutView>('./*/section.tsx', { eager: true, import: 'sectionWithoutView' })),
)
