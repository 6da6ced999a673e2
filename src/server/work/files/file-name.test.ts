import { expect, it } from 'vitest'
import { cleanFileName, fitFileExtension } from './file-name.ts'

const PDF = ['pdf', 'ai']

const names: [string, string][] = [
  ['say "hi".pdf', 'say "hi".pdf'],
  ['two\r\nlines\u2028more.pdf', 'two lines more.pdf'],
  ['invoice\u202Efdp.exe', 'invoice fdp.exe.pdf'],
  ['../../etc/passwd', '-.-etc-passwd.pdf'],
  ['run.bat', 'run.bat.pdf'],
  ['run.bat. .', 'run.bat.pdf'],
  ['Straße 日本 😀.PDF', 'Straße 日本 😀.PDF'],
  ['logo.ai', 'logo.ai'],
  ['scan.jpg', 'scan.pdf'],
  ['plan.docm', 'plan.pdf'],
  ['Report v1.2', 'Report v1.2.pdf'],
  ['Notes by Dr. Smith', 'Notes by Dr. Smith.pdf'],
  ['', 'file.pdf'],
  ['...', 'file.pdf'],
  [`GMB insights - 2026-1-1 - 2026-1-31 - ${'0'.repeat(64)}.pdf`, `GMB insights - 2026-1-1 - 2026-1-31 - ${'0'.repeat(64)}.pdf`],
  ['x'.repeat(300), `${'x'.repeat(200)}.pdf`],
  [`${'😀'.repeat(300)}.pdf`, `${'😀'.repeat(50)}.pdf`],
]

it('keeps a name that is safe and fits the content', () => {
  for (const [name, expectedName] of names) expect(fitFileExtension(cleanFileName(name), PDF)).toBe(expectedName)
})

it('shortens no name to one of a program', () => {
  expect(cleanFileName(`${'x'.repeat(196)}.bat and more words`)).toBe(`${'x'.repeat(196)}.bat`)
})
