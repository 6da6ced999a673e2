import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'

/** Folders that hold nginx on systems that leave it out of PATH. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin']

/** Returns undefined if the machine has no nginx. */
export function findNginx(): string | undefined {
  const candidates = [...(process.env.PATH ?? '').split(delimiter), ...SYSTEM_FOLDERS].map((place) => join(place, 'nginx'))
  return candidates.find((place) => spawnSync(place, ['-v']).status === 0)
}

/** Moves nginx's temporary folders, because only root may write to the default ones. */
export function nginxTempPathDirectives(folder: string): string {
  const names = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return names.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
}
