import { describe, expect, it } from 'vitest'
import { banner } from '#contract/content/kinds/banner.ts'
import { buildSiteAuditFixture } from '#tests/support/site-audit-fixture.ts'
import { indexImagesById } from '../render-site-pages.ts'
import { brokenImageRule, heavyImageRule, heavyPageRule, imageDescriptionRule, shareImageSizeRule } from './image-rules.ts'

const ID = '0123456789abcdef0123456789abcdef'
const MEDIA_URL = `/media/${ID}.jpg`
const KB = 1024
const libraryImage = {
  id: ID,
  details: { url: MEDIA_URL, width: 2000, height: 1000, alt: '', focusX: 50, focusY: 50 },
  alt: '',
  isDeleted: false,
  bytes: 900 * KB,
  variants: [
    { width: 1280, bytes: 310 * KB },
    { width: 640, bytes: 60 * KB },
  ],
}

type LibraryImageOverrides = Partial<typeof libraryImage>

function buildSiteWithImage(
  src: string,
  { alt = 'alt=""', width = 600, known }: { alt?: string; width?: number; known?: LibraryImageOverrides } = {},
) {
  return buildSiteAuditFixture({
    pages: { Home: `<h1>a</h1><img src="${src}" ${alt} width="${width}">` },
    records: [[banner, { id: 'b1', values: { bannerImage: src } }]],
    pictures: indexImagesById(known ? [{ ...libraryImage, ...known }] : []),
  })
}

const says = (problems: { says: string }[]) => problems.map((one) => one.says)

describe('the rules about images', () => {
  it('find missing images, and lead to their field', () => {
    for (const src of ['/art/mark.svg', 'https://cdn.example.com/a.jpg'])
      expect(brokenImageRule(buildSiteWithImage(src))).toEqual([])
    expect(brokenImageRule(buildSiteWithImage(MEDIA_URL, { known: {} }))).toEqual([])
    expect(brokenImageRule(buildSiteWithImage(MEDIA_URL))).toMatchObject([
      {
        says: `The image ${MEDIA_URL} is no longer in the library.`,
        place: { name: 'Banner: Image', path: '/banner/b1#edit-banner-bannerImage' },
      },
    ])
    expect(says(brokenImageRule(buildSiteWithImage(MEDIA_URL, { known: { isDeleted: true } })))).toHaveLength(1)
    expect(says(brokenImageRule(buildSiteWithImage('/photo.jpg')))).toEqual(['The image /photo.jpg is missing.'])
    expect(says(brokenImageRule(buildSiteWithImage('https://cdn/a.jpg')))).toEqual([
      'The image https://cdn/a.jpg isn’t on the public web.',
    ])
    expect(says(brokenImageRule(buildSiteWithImage('http://example.com/a.jpg')))).toEqual([
      'The image http://example.com/a.jpg doesn’t load, because its address must begin with https://.',
    ])
  })

  it('find share images smaller than social networks show them', () => {
    const buildSite = (width: number, height: number) =>
      buildSiteAuditFixture({
        metadata: { Terms: { shareImage: MEDIA_URL } },
        pictures: indexImagesById([{ ...libraryImage, details: { ...libraryImage.details, width, height } }]),
      })
    expect(shareImageSizeRule(buildSite(1200, 630))).toEqual([])
    expect(shareImageSizeRule(buildSite(1200, 600))).toMatchObject([
      {
        says: 'The share image is 1200 by 600 pixels. Below 1200 by 630, it looks blurry on social networks.',
        pages: ['Terms'],
        place: { path: '/edit-search?page=Terms#add-search-listing-shareImage' },
      },
    ])
  })

  it('check the share image too', () => {
    const site = buildSiteAuditFixture({ metadata: { Terms: { shareImage: '/share-me.png' } } })
    expect(brokenImageRule(site)).toMatchObject([{ says: 'The image /share-me.png is missing.', pages: ['Terms'] }])
  })

  it('find library images that have no description in the library or on the page', () => {
    expect(says(imageDescriptionRule(buildSiteWithImage(MEDIA_URL, { known: {} })))).toEqual([
      'An image has no description for people who can’t see it.',
    ])
    expect(imageDescriptionRule(buildSiteWithImage(MEDIA_URL, { known: {}, alt: 'alt="A street"' }))).toEqual([])
    expect(imageDescriptionRule(buildSiteWithImage(MEDIA_URL, { known: { alt: 'A street' } }))).toEqual([])
    expect(imageDescriptionRule(buildSiteWithImage('/art/mark.svg'))).toEqual([])
  })

  it('measure the variant of an image that browsers load for its box', () => {
    expect(heavyImageRule(buildSiteWithImage(MEDIA_URL, { known: {} }))).toEqual([])
    expect(says(heavyImageRule(buildSiteWithImage(MEDIA_URL, { known: {}, width: 1000 })))).toEqual([
      'An image is 310 KB here. Keep images under 300 KB, so that the page loads quickly.',
    ])
    // The variant isn't made yet, so its size is unknown.
    expect(heavyImageRule(buildSiteWithImage(MEDIA_URL, { known: { variants: [] } }))).toEqual([])
    const small = { details: { ...libraryImage.details, width: 300 }, variants: [] }
    expect(says(heavyImageRule(buildSiteWithImage(MEDIA_URL, { known: small })))).toEqual([
      'An image is 900 KB here. Keep images under 300 KB, so that the page loads quickly.',
    ])
  })

  it('add up what a page loads and count each image once', () => {
    const twice = (bytes: number) =>
      buildSiteAuditFixture({
        pages: { Home: `<h1>a</h1>${`<img src="${MEDIA_URL}" alt="" width="900">`.repeat(2)}` },
        records: [[banner, { id: 'b1', values: { bannerImage: MEDIA_URL } }]],
        pictures: indexImagesById([{ ...libraryImage, variants: [{ width: 960, bytes }] }]),
      })
    expect(heavyPageRule(twice(900 * KB))).toEqual([])
    expect(heavyPageRule(twice(1_600 * KB))).toMatchObject([{ pages: ['Home'], place: { name: 'Banner: Image' } }])
  })
})
