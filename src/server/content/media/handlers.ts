import {
  addMedia,
  changeMedia,
  cropMedia,
  listDrawings,
  listMedia,
  listPictureFacts,
  type MediaPicture,
  oneMedia,
  removeMedia,
  restoreMedia,
  usesOfMedia,
  variantAddress,
  variantWidths,
} from '../../../contract/content/media.ts'
import { type Handled, handled } from '../../platform/http/http.ts'
import { drawings } from './drawings.ts'
import { factsOf } from './files.ts'
import type { Added, LibraryPicture, Media } from './media.ts'

export function mediaHandlers(media: Media): Handled[] {
  return [
    handled(addMedia, async ({ body: { alt }, file }, { person, once }) => {
      const added = await media.add(file, { alt, author: person.email }, once)
      return { message: greeting(added), record: toWire(added.picture) }
    }),
    handled(listMedia, async ({ query }) => {
      const { records, total } = await media.list(query)
      return { records: records.map(toWire), total }
    }),
    handled(oneMedia, async ({ params }) => toWire(await media.one(params.id))),
    handled(changeMedia, async ({ params, body }, { person }) => ({
      message: 'The picture was changed.',
      record: toWire(await media.describe(params.id, body, person.email)),
    })),
    handled(removeMedia, async ({ params }, { person }) => ({
      message: 'Deleted.',
      record: toWire(await media.remove(params.id, person.email)),
    })),
    handled(restoreMedia, async ({ params }, { person }) => ({
      message: 'The picture is back.',
      record: toWire(await media.restore(params.id, person.email)),
    })),
    handled(cropMedia, async ({ params, body }, { person }) => {
      const { picture } = await media.crop(params.id, body, person.email)
      return { message: 'The part is a picture of its own now.', record: toWire(picture) }
    }),
    handled(usesOfMedia, ({ params }) => media.uses(params.id)),
    handled(listDrawings, drawings),
    handled(listPictureFacts, () => media.facts()),
  ]
}

function greeting({ isNew, isMoving }: Added): string {
  if (!isNew) return 'This picture was in the library already, with its description.'
  return isMoving ? 'The picture was added. It moves, so its first frame was kept.' : 'The picture was added.'
}

function toWire(picture: LibraryPicture): MediaPicture {
  const { id, size, added_at, cropped_from, uses } = picture
  const facts = factsOf(picture)
  const [narrowest] = variantWidths(facts.width)
  return {
    _id: id,
    ...facts,
    bytes: size,
    thumbnail: narrowest === undefined ? facts.url : variantAddress(id, narrowest, 'webp'),
    addedAt: added_at,
    ...(cropped_from !== null && { croppedFrom: cropped_from }),
    uses,
  }
}
