import { inPageOrder, type Outline } from '../public-section.tsx'

/** Every part of the public pages in page order, without its view: the editor loads no page. */
export const outlines: readonly Outline[] = inPageOrder(
  Object.values(import.meta.glob<Outline>('./*/section.tsx', { eager: true, import: 'outline' })),
)
