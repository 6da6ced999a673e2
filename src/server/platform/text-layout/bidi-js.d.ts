/** The library has no types of its own. */
declare module 'bidi-js' {
  type EmbeddingLevels = { levels: Uint8Array; paragraphs: { start: number; end: number; level: number }[] }

  function createBidi(): {
    getEmbeddingLevels(text: string, baseDirection: 'ltr' | 'rtl' | 'auto'): EmbeddingLevels
    /** Returns the index of the character at each place, from the left. */
    getReorderedIndices(text: string, embeddingLevels: EmbeddingLevels): number[]
    getMirroredCharacter(character: string): string | null
  }
  export = createBidi
}
