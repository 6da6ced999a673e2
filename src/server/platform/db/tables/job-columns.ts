/** The columns of a table whose rows are jobs of a queue (platform/queue). */
export type JobColumns = {
  attempts: number
  /** When the job may start next. A claim moves it forward, so that no second process starts the job. */
  due_at: number
  /** Since when a process has been running the job. Null once the job settles or the process has ended. */
  claimed_at: number | null
}
