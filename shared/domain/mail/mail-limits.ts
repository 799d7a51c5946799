/** Characters of a subject. See: RFC 5322, section 2.1.1 (the longest line). */
export const MAX_SUBJECT_CHARACTERS = 998;

/** Characters of the text body and of the HTML body. Longer texts belong in an attachment. */
export const MAX_BODY_CHARACTERS = 500_000;

/** Ids of a References field. The first and the nearest ones are enough to find the thread. */
export const MAX_REFERENCES = 20;
