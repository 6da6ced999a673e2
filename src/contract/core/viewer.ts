/** Who is looking: decides the header's links and what a page may show (P-64). */
export type Viewer =
  | { kind: 'visitor' }
  | {
      kind: 'customer' | 'admin'
      email: string
      /** Of the account: who comes later by the same address is somebody else. */
      userId: string
      /** An admin of a site that asks its admins for a second factor: a customer until there is one. */
      mustSetUpSecondFactor?: true
    }

export const anonymousViewer: Viewer = { kind: 'visitor' }
