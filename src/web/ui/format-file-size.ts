const MB = 1024 * 1024

/** Formats bytes as "12 KB" or "1.5 MB". */
export function formatFileSize(bytes: number): string {
  return bytes < MB ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / MB).toFixed(1)} MB`
}
