// The published types of opentype.js bring the DOM's into the server.
export type PathCommand =
  | { type: 'Z' }
  | { type: 'M' | 'L'; x: number; y: number }
  | { type: 'Q'; x: number; y: number; x1: number; y1: number }
  | { type: 'C'; x: number; y: number; x1: number; y1: number; x2: number; y2: number }
type Options = { kerning: boolean; letterSpacing: number }
export type Font = {
  charToGlyphIndex: (letter: string) => number
  getAdvanceWidth: (text: string, size: number, options: Options) => number
  getPath: (text: string, x: number, y: number, size: number, options: Options) => { commands: PathCommand[] }
}
export declare function parse(file: ArrayBuffer): Font
