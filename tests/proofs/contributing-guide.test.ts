import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyRepository } from '../support/repository-copy.ts'
import { ORDER_TAGS_EDITS, ORDER_TAGS_FILES } from '../support/sample-module-source-files.ts'
import { type SignedInServer, startSignedInServer } from '../support/signed-in-server-process.ts'
import { createTestDatabases } from '../support/test-databases.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The new files of a content kind, as `CONTRIBUTING.md` names them. */
const AWARD_FILES = {
  'src/contract/content/kinds/award.ts': `
    import { imageField, textField } from '../../core/field.ts'
    import { defineContentKind } from '../../core/content-kind.ts'

    export const award = defineContentKind({
      kind: 'award',
      title: 'Award',
      shape: 'list',
      group: 'home',
      shownOn: ['Home', 'Pricing'],
      fields: { awardName: textField('Name'), awardPicture: imageField('Picture', { optional: true }) },
      api: { list: '/awards', one: '/awards/:id', add: '/add-award', update: '/awards/:id' },
      editor: { home: '/edit-awards', record: '/edit-awards/:id', shows: ['awardName', 'awardPicture'] },
      messages: { added: 'Award is Added', updated: 'Award is Updated' },
    })`,
  'src/web/public/sections/awards/section.tsx': `
    import { award } from '../../../../contract/content/kinds/award.ts'
    import { Section } from '../../../ui/section.tsx'
    import { drawRow, definePublicSection, type SectionKindsAndMiniature, type SectionViewProps } from '../../public-section.tsx'

    export const sectionKindsAndMiniature: SectionKindsAndMiniature = { kinds: [award], miniature: { height: 11, ink: drawRow(5, 4, 3, 3) } }

    const reads = { awards: award }

    export const section = definePublicSection(sectionKindsAndMiniature, reads, Awards)

    function Awards({ awards }: SectionViewProps<typeof reads>) {
      if (awards.length === 0) return null
      return (
        <Section>
          <ul className="awards">
            {awards.map(({ _id, awardName }) => (
              <li key={_id}>{awardName}</li>
            ))}
          </ul>
        </Section>
      )
    }`,
  'src/server/content/records/seed/demo-content/award.md':
    '# awardName: A cup from the demo\n# awardPicture: /art/icons.svg#key\n',
  'src/web/public/sections/awards/awards.css': `
    @layer components {
      .awards {
        columns: 7;
      }
    }`,
}

/** Lines that the new kind adds, each above an existing line. */
const AWARD_LINES = {
  'src/contract/content-kinds.ts': {
    "import { banner } from './content/kinds/banner.ts'": "import { award } from './content/kinds/award.ts'",
    '  callToAction,': '  award,',
  },
}

type Manifest = Record<string, { file: string; imports?: string[] } | undefined>

describe('after the steps of CONTRIBUTING.md', () => {
  const databases = createTestDatabases(() => undefined)
  let copy: string
  let site: SignedInServer

  beforeAll(async () => {
    copy = copyRepository()
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    for (const [name, text] of Object.entries({ ...AWARD_FILES, ...ORDER_TAGS_FILES })) {
      mkdirSync(dirname(join(copy, name)), { recursive: true })
      writeFileSync(join(copy, name), text)
    }
    for (const [name, lines] of Object.entries(AWARD_LINES)) {
      const before = readFileSync(join(copy, name), 'utf8')
      const after = Object.entries(lines).reduce(
        (text, [place, line]) => text.replace(`${place}\n`, `${line}\n${place}\n`),
        before,
      )
      expect(after.split('\n').length - before.split('\n').length).toBe(Object.keys(lines).length)
      writeFileSync(join(copy, name), after)
    }
    for (const [name, edits] of Object.entries(ORDER_TAGS_EDITS)) {
      let text = readFileSync(join(copy, name), 'utf8')
      for (const [from, to] of edits) {
        expect([name, from, text.split(from).length]).toEqual([name, from, 2])
        text = text.replace(from, () => to)
      }
      writeFileSync(join(copy, name), text)
    }
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] })
    const environment = { ...(await databases.environment()), SEED: 'demo' }
    site = await startSignedInServer(environment, join(copy, 'dist/server/main.js'))
  })
  afterAll(async () => {
    await site.stop()
    rmSync(copy, { recursive: true })
  })

  it.each([
    { chapter: 'Add a kind of content', touched: [...Object.keys(AWARD_FILES), ...Object.keys(AWARD_LINES)] },
    { chapter: 'Add a module', touched: [...Object.keys(ORDER_TAGS_FILES), ...Object.keys(ORDER_TAGS_EDITS)] },
  ])('the chapter "$chapter" names exactly the changed files', ({ chapter, touched }) => {
    const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').split(`## ${chapter}\n`)[1]?.split('\n## ')[0] ?? ''
    const namedPatterns = [...text.matchAll(/`(src\/[^`]+)`/g)].map(
      ([, path = '']) => new RegExp(`^${path.replace(/<\w+>|\*/g, '[a-z0-9-]+')}$`),
    )
    expect(touched.filter((path) => !namedPatterns.some((pattern) => pattern.test(path)))).toEqual([])
    expect(namedPatterns.filter((pattern) => !touched.some((path) => pattern.test(path)))).toEqual([])
  })

  it('a new module adds at most four lines outside of its area', () => {
    const central = Object.entries(ORDER_TAGS_EDITS).filter(([name]) => !name.includes('/sales/'))
    const addedLines = central.flatMap(([name]) => {
      const before = readFileSync(join(ROOT, name), 'utf8').split('\n')
      const after = readFileSync(join(copy, name), 'utf8').split('\n')
      return after.filter((line) => !before.includes(line))
    })
    expect(addedLines, addedLines.join('\n')).toHaveLength(4)
  })

  it('the new kind has documented calls with validation', async () => {
    const { paths } = JSON.parse((await site.request('GET', '/api/openapi.json')).text)
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/awards', '/awards/{id}', '/add-award']))
    const refused = await site.request('POST', '/api/add-award', { awardName: ' ', awardPicture: '' })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Name is required.')])
    const added = await site.request('POST', '/api/add-award', { awardName: 'A second cup' })
    expect([added.status, JSON.parse(added.text).message]).toEqual([201, 'Award is Added'])
  })

  it('the new kind appears on its pages in order and in its own style', async () => {
    for (const path of ['/', '/pricing/']) {
      const { text } = await site.request('GET', path)
      const places = ['<details', 'A cup from the demo', 'A second cup', 'class="call"'].map((words) => text.indexOf(words))
      expect(places).not.toContain(-1)
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    }
    expect((await site.request('GET', '/service/')).text).not.toContain('A second cup')
    const sheet = readdirSync(join(copy, 'dist/client/assets')).find((name) => /^public-.*\.css$/.test(name)) ?? ''
    expect(readFileSync(join(copy, 'dist/client/assets', sheet), 'utf8')).toMatch(/\.awards\{columns:7/)
  })

  it('the editor does not load the view of the new kind before its preview', () => {
    const client = join(copy, 'dist/client')
    const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Manifest
    const loadedFiles = new Set<string>()
    const load = (name: string) => {
      if (loadedFiles.has(name)) return
      loadedFiles.add(name)
      for (const imported of manifest[name]?.imports ?? []) load(imported)
    }
    for (const name of ['src/web/entry-admin.tsx', 'src/web/admin/editor/pages/edit-record-page.tsx']) load(name)
    const hasView = (name: string) =>
      /className:\s*["'`]awards/.test(readFileSync(join(client, manifest[name]?.file ?? ''), 'utf8'))
    const withView = Object.keys(manifest).filter((name) => manifest[name]?.file.endsWith('.js') && hasView(name))
    expect(withView).not.toEqual([])
    expect(withView.filter((name) => loadedFiles.has(name))).toEqual([])
  })

  it('the menu of editors shows a card and a miniature for the new kind', async () => {
    const text = (await site.request('GET', '/setting')).text.replaceAll('<!-- -->', '')
    const card = text.split('<li').find((item) => item.includes('href="/edit-awards"'))
    expect(card).toContain('Shown on: Home, Pricing')
    expect(card).toContain('2 items')
    expect(card).toMatch(/<rect width="80" height="11" class="fill-mint"/)
  })

  it('the new kind has a list, an add form and a form for each record', async () => {
    const home = (await site.request('GET', '/edit-awards')).text
    expect(home).toContain('<form id="add-award"')
    expect(home).toContain('A cup from the demo')
    const [{ _id }] = JSON.parse((await site.request('GET', '/api/awards')).text)
    expect(home).toContain(`href="/edit-awards/${_id}"`)
    const record = (await site.request('GET', `/edit-awards/${_id}`)).text
    expect(record).toContain('value="A cup from the demo"')
    const saved = await site.request('PUT', `/api/awards/${_id}`, { awardName: 'A cup of our own' })
    expect(JSON.parse(saved.text).message).toBe('Award is Updated')
    expect((await site.request('GET', '/')).text).toContain('A cup of our own')
  })

  it('the new module has calls, a table and a screen for tags of an order', async () => {
    const order = { customerName: 'Dana', customerAddress: '1 Main Street', customerCountry: 'United States' }
    const [{ _id: id, packageName, packagePrice }] = JSON.parse((await site.request('GET', '/api/pricings')).text)
    const orderReply = await site.request('POST', '/api/new-order', { packageId: id, packageName, packagePrice, ...order })
    expect(orderReply.status).toBe(201)
    const path = `/order-tags/${JSON.parse(orderReply.text).record._id}`
    const refused = await site.request('POST', `/api${path}`, { text: '' })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Tag is required.')])
    const added = await site.request('POST', `/api${path}`, { text: 'Call before nine' })
    expect([added.status, JSON.parse(added.text).message]).toEqual([201, 'The tag is added'])
    expect((await site.request('GET', path)).text.replaceAll('<!-- -->', '')).toContain('Call before nine, by ')
    const { paths } = JSON.parse((await site.request('GET', '/api/openapi.json')).text)
    expect(paths).toHaveProperty(['/order-tags/{id}'])
  })
})
