/** Code that few editors need. A page loads it before it renders, because the server's HTML has it too. */
export type LazyImport<Part> = { load: () => Promise<void>; get: () => Part }

export function createLazyImport<Part>(load: () => Promise<Part>): LazyImport<Part> {
  let part: Part | undefined
  return {
    async load() {
      part ??= await load()
    },
    get() {
      if (part === undefined) throw new Error('This part of the editor is not loaded. See loadEditorCode.')
      return part
    },
  }
}
