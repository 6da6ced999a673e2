import { type SectionDeclaration, sortSectionsByPageOrder } from '../define-public-section.tsx'

/** All sections of the public pages in page order, without views, so that the editor loads no page. */
export const sectionDeclarations: readonly SectionDeclaration[] = sortSectionsByPageOrder(
  Object.values(import.meta.glob<SectionDeclaration>('./*/section.tsx', { eager: true, import: 'declaration' })),
)
