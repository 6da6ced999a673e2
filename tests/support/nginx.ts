import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'

/** Where systems keep it that do not put it into everybody's PATH. */
const PLACES = ['/usr/sbin', '/usr/local/sbin']

/** The nginx of this machine; undefined where it has none. */
export function findNginx(): string | undefined {
  const places = [...(process.env.PATH ?? '').split(delimiter), ...PLACES].map((place) => join(place, 'nginx'))
  return places.find((place) => spawnSync(place, ['-v']).status === 0)
}

/** What nginx puts into folders of the system unless it is told otherwise, which only root may use. */
export function placesIn(folder: string): string {
  const names = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return names.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
}
