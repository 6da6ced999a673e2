import { parseMediaId, type VariantFormat } from '#contract/content/media-urls.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { loadImageBytes, loadVariantBytes } from './store.ts'
import type { MediaTable } from './tables.ts'

/** An image as the server sends it. `isImmutable` is false if this URL will later answer other bytes. */
export type ServedMediaFile = { name: string; type: string; bytes: Buffer; isImmutable: boolean }

/** The size of the whole cache and of its largest file, in bytes. */
const MAX_CACHE_BYTES = 8 * 1024 * 1024
const MAX_CACHED_FILE_BYTES = 512 * 1024

const MEDIA_TYPES: Record<MediaTable['format'] | VariantFormat, string> = {
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
}

/** The words before the id, which `addFileNameToMediaUrl` adds. */
const FILE_NAME_WORDS = /^[a-z0-9-]{1,60}-(?=[0-9a-f]{32}[.-])/

const VARIANT_NAME = /^(?<id>[0-9a-f]{32})-(?<width>\d{1,4})\.(?<format>avif|webp)$/

/**
 * Creates a reader with a cache. A file name belongs to the same bytes forever, so an entry never expires. Requests for a
 * large file share its bytes, so that clients who read slowly hold them only once.
 */
export function createMediaFileReader(db: DatabaseReader) {
  const loadShared = shareWhileInUse((name) => loadFile(db, name))
  /** The least recently used file comes first. */
  const cache = new Map<string, ServedMediaFile>()
  let cacheBytes = 0

  function addToCache(file: ServedMediaFile): void {
    if (!file.isImmutable || file.bytes.length > MAX_CACHED_FILE_BYTES) return
    cache.set(file.name, file)
    cacheBytes += file.bytes.length
    for (const [name, { bytes }] of cache) {
      if (cacheBytes <= MAX_CACHE_BYTES) return
      cache.delete(name)
      cacheBytes -= bytes.length
    }
  }

  /** Returns undefined for an unknown name. A variant that isn't made yet answers with another form of its image. */
  return async (requestedName: string): Promise<ServedMediaFile | undefined> => {
    const name = requestedName.replace(FILE_NAME_WORDS, '')
    const cachedFile = cache.get(name)
    if (cachedFile) {
      cache.delete(name)
      cache.set(name, cachedFile)
      return cachedFile
    }
    const file = await loadShared(name)
    if (file && !cache.has(name)) addToCache(file)
    return file
  }
}

/** Returns the same file while it loads, and while a reply still holds its bytes. */
function shareWhileInUse(load: (name: string) => Promise<ServedMediaFile | undefined>) {
  const loading = new Map<string, Promise<ServedMediaFile | undefined>>()
  const loaded = new Map<string, { file: Omit<ServedMediaFile, 'bytes'>; bytes: WeakRef<Buffer> }>()
  const registry = new FinalizationRegistry<string>((name) => {
    if (!loaded.get(name)?.bytes.deref()) loaded.delete(name)
  })
  return (name: string): Promise<ServedMediaFile | undefined> => {
    const entry = loaded.get(name)
    const bytes = entry?.bytes.deref()
    if (entry && bytes) return Promise.resolve({ ...entry.file, bytes })
    const file = loading.get(name) ?? load(name).finally(() => loading.delete(name))
    loading.set(name, file)
    return file.then((one) => {
      // A stand-in for a variant changes as soon as the variant is made.
      if (!one?.isImmutable || loaded.get(name)?.bytes.deref()) return one
      loaded.set(name, { file: one, bytes: new WeakRef(one.bytes) })
      registry.register(one.bytes, name)
      return one
    })
  }
}

async function loadFile(db: DatabaseReader, name: string): Promise<ServedMediaFile | undefined> {
  const id = parseMediaId(`/media/${name}`)
  if (id) return loadOriginal(db, id, name)
  const parts = VARIANT_NAME.exec(name)?.groups
  if (!parts) return undefined
  const variant = await loadVariantBytes(db, name)
  if (!variant) return undefined
  if (variant.bytes) return buildMediaFile(name, parts.format as VariantFormat, variant.bytes)
  // WebP variants are made first and have the same size in px.
  const webp = `${parts.id}-${parts.width}.webp`
  const webpBytes = (await loadVariantBytes(db, webp))?.bytes
  const fallback = webpBytes ? buildMediaFile(webp, 'webp', webpBytes) : await loadOriginal(db, parts.id ?? '')
  return fallback && { ...fallback, isImmutable: false }
}

/** Returns the image itself, or undefined if `name` isn't its name. */
async function loadOriginal(db: DatabaseReader, id: string, name?: string): Promise<ServedMediaFile | undefined> {
  const original = await loadImageBytes(db, id)
  if (!original) return undefined
  const originalName = `${id}.${original.format}`
  return name === undefined || name === originalName ? buildMediaFile(originalName, original.format, original.bytes) : undefined
}

function buildMediaFile(name: string, format: MediaTable['format'] | VariantFormat, bytes: Uint8Array): ServedMediaFile {
  return {
    name,
    type: MEDIA_TYPES[format],
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    isImmutable: true,
  }
}
