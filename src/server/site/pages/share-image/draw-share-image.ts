import { readFileSync } from 'node:fs'
import { json } from 'node:stream/consumers'
import sharp from 'sharp'
import { builtFile } from '../../../platform/built.ts'
import { type CardWords, drawCard } from './card.ts'
import { loadLettering } from './lettering.ts'

// A program of its own: reads the words as JSON, writes the PNG, ends.
const { words, crop } = (await json(process.stdin)) as { words: CardWords; crop: number }
const art = (name: string) => readFileSync(builtFile(`client/art/${name}.svg`), 'utf8')
const card = drawCard(words, { lettering: loadLettering(), mark: art('mark'), street: art('street'), crop })
// Flat colours: a palette halves the size and loses nothing that shows.
process.stdout.write(await sharp(Buffer.from(card)).png({ palette: true, colours: 96, dither: 0, effort: 8 }).toBuffer())
