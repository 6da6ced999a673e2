import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'

/** Where systems keep it that do not put it into everybody's PATH. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin']

/** The nginx of this machine; undefined where it has none. */
export function findNginx(): string | undefined {
  const candidates = [...(process.env.PATH ?? '').split(delimiter), ...SYSTEM_FOLDERS].map((place) => join(place, 'nginx'))
  return candidates.find((place) => spawnSync(place, ['-v']).status === 0)
}

/** What nginx puts into folders of the system unless it is told otherwise, which only root may use. */
export function nginxTempPathDirectives(folder: string): string {
  const names = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return names.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
}
