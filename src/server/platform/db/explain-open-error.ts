import type { Config } from '../../config/config.ts'

type ErrorCodes = { code?: unknown; errcode?: unknown }

/** Problems of a PostgreSQL server, by its error code or the network's. */
const SERVER_REASONS: [RegExp, string][] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the host does not exist. Check the host name'],
  [/^ECONNREFUSED$/, 'no database server answers there. Start it, or check the host and port'],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET|EPIPE)$/, 'it cannot be reached. Check the host, port and network'],
  [/^28/, 'the server refused the user or the password. Check both'],
  [/^3D000$/, 'there is no such database on the server. Create it, or check the name'],
  [/^42501$/, 'the user cannot create tables there. Grant the permission, or use another user'],
  [/^25006$/, 'the server is read-only. Choose one that accepts writes'],
  [/^53300$/, 'the server has no connections left. Close some, or raise its max_connections'],
  [/^53100$/, 'the server’s disk is full. Free some space'],
  [/^(57P0\d|08\w+)$/, 'the server is starting or stopping. Wait until it runs'],
]

const SERVER_UNREACHABLE = 'it did not answer in time, or closed the connection. Check the host, port and network'

/** Problems of the folder or its file, by Node's code or the low byte of SQLite's. */
const FOLDER_REASONS: [readonly (string | number)[], string][] = [
  [
    ['EACCES', 'EPERM', 'EROFS', 8, 14, 3, 23],
    'cannot be written there. Give the site’s user the permission, or choose another folder',
  ],
  [['ENOSPC', 'EDQUOT', 13], 'cannot grow, because the disk is full. Free some space'],
  [[26, 11], 'is damaged, or not a database. Restore a backup'],
  [[10], 'cannot be read or written, because the disk failed. Check the disk'],
  [[5, 6, 15], 'is locked by another program. Stop that program'],
]

/**
 * Explains to the operator why the database didn't open, in one sentence that names the setting and never the password.
 * Returns other errors unchanged.
 */
export function explainOpenError(error: unknown, { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): unknown {
  const cause = findRootCause(error)
  if (databaseUrl) {
    const { hostname, port, pathname } = new URL(databaseUrl)
    const problem = describeServerError(cause)
    return problem
      ? new Error(
          `The database of DATABASE_URL (${hostname}:${port || 5432}${pathname}) cannot be used: ${problem}, then start again.`,
        )
      : error
  }
  const problem = describeFolderError(cause)
  return problem ? new Error(`The database in DATA_DIR (${dataDir}) ${problem}, then start again.`) : error
}

function describeServerError(cause: ErrorCodes): string | undefined {
  if (typeof cause.code === 'string') return SERVER_REASONS.find(([code]) => code.test(String(cause.code)))?.[1]
  return /terminated|time(d )?out|timeout/i.test(String((cause as Error).message)) ? SERVER_UNREACHABLE : undefined
}

function describeFolderError({ code, errcode }: ErrorCodes): string | undefined {
  const known = typeof errcode === 'number' ? errcode & 0xff : code
  return FOLDER_REASONS.find(([codes]) => codes.some((code) => code === known))?.[1]
}

/** Returns the innermost cause, which is the database's own error. */
function findRootCause(error: unknown): ErrorCodes {
  return error instanceof Error && error.cause ? findRootCause(error.cause) : ((error ?? {}) as ErrorCodes)
}
