/** Decides the header's links and what a page shows (P-64). */
export type Viewer =
  | { kind: 'visitor' }
  | {
      kind: 'customer' | 'admin'
      email: string
      /** The account's id. A later account with the same email has another one. */
      userId: string
      /** An admin without the second factor that the site requires. Counts as a customer (P-70). */
      mustSetUpSecondFactor?: true
    }

export const anonymousViewer: Viewer = { kind: 'visitor' }
