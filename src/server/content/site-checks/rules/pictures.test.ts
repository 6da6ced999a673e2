import { describe, expect, it } from 'vitest'
import { exampleSite } from '../../../../../tests/support/example-site.ts'
import { banner } from '../../../../contract/content/kinds/banner.ts'
import { byId } from '../read-site.ts'
import { brokenPicture, heavyPage, heavyPicture, pictureWords } from './pictures.ts'

const ID = '0123456789abcdef0123456789abcdef'
const OURS = `/media/${ID}.jpg`
const KB = 1024
const picture = {
  id: ID,
  facts: { url: OURS, width: 2000, height: 1000, alt: '', focusX: 50, focusY: 50 },
  alt: '',
  isDeleted: false,
  bytes: 900 * KB,
  variants: [
    { width: 1280, bytes: 310 * KB },
    { width: 640, bytes: 60 * KB },
  ],
}

type Known = Partial<typeof picture>

function showing(src: string, { alt = 'alt=""', width = 600, known }: { alt?: string; width?: number; known?: Known } = {}) {
  return exampleSite({
    pages: { Home: `<h1>a</h1><img src="${src}" ${alt} width="${width}">` },
    records: [[banner, { id: 'b1', values: { bannerImage: src } }]],
    pictures: byId(known ? [{ ...picture, ...known }] : []),
  })
}

const says = (problems: { says: string }[]) => problems.map((one) => one.says)

describe('the rules about pictures', () => {
  it('find pictures that are not there, and lead to their field', () => {
    for (const src of ['/art/mark.svg', 'https://cdn.example.com/a.jpg']) expect(brokenPicture(showing(src))).toEqual([])
    expect(brokenPicture(showing(OURS, { known: {} }))).toEqual([])
    expect(brokenPicture(showing(OURS))).toMatchObject([
      {
        says: `The picture ${OURS} is no longer in the library.`,
        place: { name: 'Banner: Image', path: '/banner/b1#edit-banner-bannerImage' },
      },
    ])
    expect(says(brokenPicture(showing(OURS, { known: { isDeleted: true } })))).toHaveLength(1)
    expect(says(brokenPicture(showing('/photo.jpg')))).toEqual(['The picture /photo.jpg is not there.'])
    expect(says(brokenPicture(showing('https://cdn/a.jpg')))).toEqual([
      'The picture https://cdn/a.jpg has no address on the web.',
    ])
    expect(says(brokenPicture(showing('http://example.com/a.jpg')))).toEqual([
      'The picture http://example.com/a.jpg is not loaded here: its address must begin with https://.',
    ])
  })

  it('look at the picture for previews, too', () => {
    const site = exampleSite({ facts: { Terms: { shareImage: '/share-me.png' } } })
    expect(brokenPicture(site)).toMatchObject([{ says: 'The picture /share-me.png is not there.', pages: ['Terms'] }])
  })

  it('miss the description of a picture of the library, unless the place says what it shows', () => {
    expect(says(pictureWords(showing(OURS, { known: {} })))).toEqual([
      'A picture has no description for people who cannot see it.',
    ])
    expect(pictureWords(showing(OURS, { known: {}, alt: 'alt="A street"' }))).toEqual([])
    expect(pictureWords(showing(OURS, { known: { alt: 'A street' } }))).toEqual([])
    expect(pictureWords(showing('/art/mark.svg'))).toEqual([])
  })

  it('weigh a picture as browsers load it for its box', () => {
    expect(heavyPicture(showing(OURS, { known: {} }))).toEqual([])
    expect(says(heavyPicture(showing(OURS, { known: {}, width: 1000 })))).toEqual([
      'A picture has 310 KB as it is shown here; 300 KB load quickly.',
    ])
    // Not made yet: what will be loaded is not known.
    expect(heavyPicture(showing(OURS, { known: { variants: [] } }))).toEqual([])
    const small = { facts: { ...picture.facts, width: 300 }, variants: [] }
    expect(says(heavyPicture(showing(OURS, { known: small })))).toEqual([
      'A picture has 900 KB as it is shown here; 300 KB load quickly.',
    ])
  })

  it('add up what a page loads, each picture once', () => {
    const twice = (bytes: number) =>
      exampleSite({
        pages: { Home: `<h1>a</h1>${`<img src="${OURS}" alt="" width="900">`.repeat(2)}` },
        records: [[banner, { id: 'b1', values: { bannerImage: OURS } }]],
        pictures: byId([{ ...picture, variants: [{ width: 960, bytes }] }]),
      })
    expect(heavyPage(twice(900 * KB))).toEqual([])
    expect(heavyPage(twice(1_600 * KB))).toMatchObject([{ pages: ['Home'], place: { name: 'Banner: Image' } }])
  })
})
