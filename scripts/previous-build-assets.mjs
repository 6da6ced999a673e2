import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// The names of the assets that a build made itself, without those of the build before it.
const OWN_ASSETS_FILE = '.own-assets.json'

// Copies the styles and scripts of the previous build into a new one, because open pages and running processes still name
// them. Leaves out what the previous build had copied, so that a build holds two versions at most.
export function copyPreviousAssets(newFolder, previousFolder) {
  const [newAssets, previousAssets] = [newFolder, previousFolder].map((folder) => join(folder, 'client/assets'))
  const ownNames = readdirSync(newAssets)
  writeFileSync(join(newFolder, OWN_ASSETS_FILE), JSON.stringify(ownNames))
  if (!existsSync(previousAssets)) return
  const list = join(previousFolder, OWN_ASSETS_FILE)
  const previousNames = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : readdirSync(previousAssets)
  for (const name of previousNames)
    if (!ownNames.includes(name) && existsSync(join(previousAssets, name)))
      copyFileSync(join(previousAssets, name), join(newAssets, name))
}
