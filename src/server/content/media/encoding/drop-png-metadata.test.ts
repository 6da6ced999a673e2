import { expect, it } from 'vitest'
import { buildPngChunk, insertPngChunk } from '#tests/support/malicious-images.ts'
import { createTestImage } from '#tests/support/test-images.ts'
import { dropPngMetadata } from './drop-png-metadata.ts'

it('drops text, unknown chunks, repeated profiles and what follows the end', async () => {
  const plain = await createTestImage(40, 30, { format: 'png' })
  const profile = insertPngChunk(plain, 'iCCP', 'profile')
  const end = profile.length - 12
  let file: Buffer = Buffer.concat([
    profile.subarray(0, end),
    buildPngChunk('iCCP', Buffer.from('another')),
    profile.subarray(end),
  ])
  for (const type of ['zTXt', 'iTXt', 'tEXt', 'tIME', 'prVt']) file = insertPngChunk(file, type, 'words')
  expect(listChunkTypes(dropPngMetadata(Buffer.concat([file, Buffer.from('behind')])))).toEqual(['IHDR', 'iCCP', 'IDAT', 'IEND'])
})

it('leaves other files and incomplete ones as they are', async () => {
  const plain = dropPngMetadata(await createTestImage(40, 30, { format: 'png' }))
  for (const file of [await createTestImage(40, 30), plain, plain.subarray(0, 60), plain.subarray(0, -12), plain.subarray(0, 8)])
    expect(dropPngMetadata(Buffer.from(file))).toEqual(file)
})

function listChunkTypes(png: Buffer): string[] {
  const types: string[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) types.push(png.toString('latin1', at + 4, at + 8))
  return types
}
