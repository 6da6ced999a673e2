/** The name beside the logo picture and at the end of every title. */
export const BRAND = 'Rankstead'
