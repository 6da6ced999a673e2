import { readdir } from 'node:fs/promises'
import {
  cropMediaEndpoint,
  deleteMediaEndpoint,
  listIllustrationsEndpoint,
  listMediaEndpoint,
  listMediaUsesEndpoint,
  listSiteImageDetailsEndpoint,
  type MediaImage,
  undeleteMediaEndpoint,
  updateImageAltAndFocusEndpoint,
  uploadMediaEndpoint,
} from '#contract/content/media.ts'
import { getVariantUrl, listVariantWidths } from '#contract/content/media-urls.ts'
import { getBuiltFileUrl } from '#platform/built-file-url.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { AddedImage } from './add-image.ts'
import { serializeImageDetails } from './image-details.ts'
import type { LibraryImageWithUsageCount } from './library-image.ts'
import type { MediaModule } from './media.ts'

/** Files that hold several illustrations: the icons, and the sheet that the build merges from the other files. */
const SPRITE_FILES: readonly string[] = ['icons.svg', 'sheet.svg']

export function createMediaHandlers(media: MediaModule): EndpointHandler[] {
  return [
    defineHandler(uploadMediaEndpoint, async ({ body: { alt }, file }, { person, idempotency: idempotencyKey }) => {
      const added = await media.add(file, { alt, author: person.email, assertCurrent: person.assertCurrent }, idempotencyKey)
      return { message: buildUploadMessage(added), record: serializeImage(added.image) }
    }),
    defineHandler(listMediaEndpoint, async ({ query }) => {
      const { records, total } = await media.list(query)
      return { records: records.map(serializeImage), total }
    }),
    defineHandler(updateImageAltAndFocusEndpoint, async ({ params, body }, { person }) => ({
      message: 'Saved',
      record: serializeImage(await media.describe(params.id, body, person.email)),
    })),
    defineHandler(deleteMediaEndpoint, async ({ params }, { person }) => ({
      message: 'Deleted.',
      record: serializeImage(await media.remove(params.id, person.email)),
    })),
    defineHandler(undeleteMediaEndpoint, async ({ params }, { person }) => ({
      message: 'Restored',
      record: serializeImage(await media.restore(params.id, person.email)),
    })),
    defineHandler(cropMediaEndpoint, async ({ params, body }, { person }) => {
      const { image } = await media.crop(params.id, body, person.email)
      return { message: 'We saved the crop as a new image', record: serializeImage(image) }
    }),
    defineHandler(listMediaUsesEndpoint, ({ params }) => media.uses(params.id)),
    defineHandler(listIllustrationsEndpoint, listIllustrationUrls),
    defineHandler(listSiteImageDetailsEndpoint, (_, { session: { viewer } }) =>
      viewer.kind === 'admin' ? media.listDetailsWithDrafts() : media.listDetails(),
    ),
  ]
}

function buildUploadMessage({ isNew, isMoving }: AddedImage): string {
  if (!isNew) return 'This image is already in your library.'
  return isMoving ? 'Image added. It’s animated, so we kept its first frame.' : 'Image added'
}

function serializeImage(image: LibraryImageWithUsageCount): MediaImage {
  const { id, size, added_at, cropped_from, uses } = image
  const details = serializeImageDetails(image)
  const [thumbnailWidth] = listVariantWidths(details.width)
  return {
    _id: id,
    ...details,
    bytes: size,
    thumbnail: thumbnailWidth === undefined ? details.url : getVariantUrl(id, thumbnailWidth, 'webp'),
    addedAt: added_at,
    ...(cropped_from !== null && { croppedFrom: cropped_from }),
    uses,
  }
}

async function listIllustrationUrls(): Promise<string[]> {
  const names = await readdir(getBuiltFileUrl('client/art/'))
  return names.filter((name) => name.endsWith('.svg') && !SPRITE_FILES.includes(name)).map((name) => `/art/${name}`)
}
