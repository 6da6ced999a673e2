/** Recommended lengths in characters: the title without the business name, and the description. */
export const IDEAL_TITLE_LENGTH = { min: 20, max: 60 }
export const IDEAL_DESCRIPTION_LENGTH = { min: 120, max: 155 }
